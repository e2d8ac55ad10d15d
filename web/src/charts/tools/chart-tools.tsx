/** The module that the page loads after the charts are drawn. */

import type { FunctionComponent } from "preact";
import { CompareButton, CompareNote } from "../compare/compare-tool";
import type { CompareProps } from "../compare/compare-tool";
import { Recomputing } from "../../corrections/recomputing";
import type { RecomputingProps } from "../../corrections/recomputing";
import { AddNote } from "./add-note";
import type { AddNoteProps } from "./add-note";
import { Gestures } from "./gestures";
import type { GesturesProps } from "./gestures";
import { Layers } from "./layers";
import type { LayersProps } from "./layers";
import { LeaveOut, LeftOut } from "./left-out";
import type { LeaveOutProps, LeftOutProps } from "./left-out";
import { NoteList } from "./note-list";
import type { NoteListProps } from "./note-list";
import "./tools.css";

export interface ChartTools {
  /** Shown above the charts. */
  readonly AddNote: FunctionComponent<AddNoteProps>;
  /** Shown above the charts. */
  readonly CompareButton: FunctionComponent<CompareProps>;
  readonly CompareNote: FunctionComponent<CompareProps>;
  /** Shown above the charts. */
  readonly LeaveOut: FunctionComponent<LeaveOutProps>;
  /** Shown below the charts. */
  readonly LeftOut: FunctionComponent<LeftOutProps>;
  /** Shown below the charts. */
  readonly NoteList: FunctionComponent<NoteListProps>;
  /** Shown above charts that are drawn from rollups. */
  readonly Recomputing: FunctionComponent<RecomputingProps>;
  /** Renders nothing. */
  readonly Gestures: FunctionComponent<GesturesProps>;
  /** Shown behind and above the lines of a chart. */
  readonly Layers: FunctionComponent<LayersProps>;
}

export const CHART_TOOLS: ChartTools = {
  AddNote,
  CompareButton,
  CompareNote,
  LeaveOut,
  LeftOut,
  NoteList,
  Recomputing,
  Gestures,
  Layers,
};
