/** The module that the page loads after the charts are drawn. */

import type { FunctionComponent } from "preact";
import { CompareButton, CompareNote } from "../compare/compare-tool";
import type { CompareProps } from "../compare/compare-tool";
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
  /** Shown above the charts. */
  readonly AddNote: FunctionComponent<AddNoteProps>;
  /** Shown above the charts. */
  readonly CompareButton: FunctionComponent<CompareProps>;
  readonly CompareNote: FunctionComponent<CompareProps>;
  /** Shown below the charts. */
  readonly NoteList: FunctionComponent<NoteListProps>;
  /** Renders nothing. */
  readonly Gestures: FunctionComponent<GesturesProps>;
  /** Shown behind and above the lines of a chart. */
  readonly Layers: FunctionComponent<LayersProps>;
}

export const CHART_TOOLS: ChartTools = {
  AddNote,
  CompareButton,
  CompareNote,
  NoteList,
  Gestures,
  Layers,
};
