/** The module that is loaded after the charts are drawn. */

import type { FunctionComponent } from "preact";
import { AddNote } from "./add-note";
import type { AddNoteProps } from "./add-note";
import { Gestures } from "./gestures";
import type { GesturesProps } from "./gestures";
import { Layers } from "./layers";
import type { LayersProps } from "./layers";
import { NoteList } from "./note-list";
import type { NoteListProps } from "./note-list";
import "./tools.css";

export interface ChartTools {
  /** Above the charts. */
  readonly AddNote: FunctionComponent<AddNoteProps>;
  /** Below them. */
  readonly NoteList: FunctionComponent<NoteListProps>;
  /** Renders nothing. */
  readonly Gestures: FunctionComponent<GesturesProps>;
  /** Behind and above the lines of a chart. */
  readonly Layers: FunctionComponent<LayersProps>;
}

export const CHART_TOOLS: ChartTools = { AddNote, NoteList, Gestures, Layers };
