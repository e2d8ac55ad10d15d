/** The module that is loaded after the charts are drawn. */

import type { ComponentChildren, FunctionComponent, VNode } from "preact";
import { AddNote } from "./add-note";
import type { AddNoteProps } from "./add-note";
import { useToolTexts } from "../../text/chart-tools";
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
  /** How to use the charts. */
  readonly Foot: FunctionComponent<{ children: ComponentChildren }>;
  /** Renders nothing. */
  readonly Gestures: FunctionComponent<GesturesProps>;
  /** Behind and above the lines of a chart. */
  readonly Layers: FunctionComponent<LayersProps>;
}

export const CHART_TOOLS: ChartTools = { AddNote, NoteList, Foot, Gestures, Layers };

function Foot({ children }: { readonly children: ComponentChildren }): VNode {
  const { hintMouse, hintTouch } = useToolTexts();
  return (
    <>
      <p class="hint for-mouse">{hintMouse}</p>
      <p class="hint for-touch">{hintTouch}</p>
      {children}
    </>
  );
}
