/** The module that is loaded after the charts are drawn, with its texts. */

import type { ComponentChildren, FunctionComponent, VNode } from "preact";
import type { ChartLine, Line } from "../../model/chart-line";
import type { Charted } from "../../model/measurement";
import { loadChartToolTexts } from "../../text/chart-tools";
import type { Language } from "../../text/language";
import { comparedLines } from "./compared-lines";
import type { Comparison } from "./compared-lines";
import { Comparing } from "./comparing";
import type { ComparingProps } from "./comparing";
import { TextsContext, useToolTexts } from "./context";
import { Gestures } from "./gestures";
import type { GesturesProps } from "./gestures";
import { Layers } from "./layers";
import type { LayersProps } from "./layers";
import { NoteList } from "./note-list";
import type { NoteListProps } from "./note-list";
import { Toolbar } from "./toolbar";
import type { ToolbarProps } from "./toolbar";
import "./tools.css";

export interface ChartTools {
  /** Above the charts. */
  readonly Toolbar: FunctionComponent<ToolbarProps>;
  /** Below them. */
  readonly NoteList: FunctionComponent<NoteListProps>;
  /** How to use the charts; its children have the tools' texts. */
  readonly Foot: FunctionComponent<{ children: ComponentChildren }>;
  /** These two render nothing. */
  readonly Comparing: FunctionComponent<ComparingProps>;
  readonly Gestures: FunctionComponent<GesturesProps>;
  /** Behind and above the lines of a chart. */
  readonly Layers: FunctionComponent<LayersProps>;
  /** The lines that a chart is compared with. */
  readonly comparedLines: (
    comparison: Comparison,
    measurement: Charted,
    lines: readonly Line[],
    hidden: ReadonlySet<string>,
    measurements: Readonly<Record<Charted, string>>,
  ) => readonly ChartLine[];
}

export async function loadChartTools(language: Language): Promise<ChartTools> {
  const texts = await loadChartToolTexts(language);
  const withTexts =
    <P extends object>(View: FunctionComponent<P>): FunctionComponent<P> =>
    (props) => (
      <TextsContext.Provider value={texts}>
        <View {...props} />
      </TextsContext.Provider>
    );
  return {
    Toolbar: withTexts(Toolbar),
    NoteList: withTexts(NoteList),
    Foot: withTexts(Foot),
    ...{ Comparing, Gestures, Layers },
    comparedLines: (comparison, measurement, lines, hidden, measurements) =>
      comparedLines(comparison, measurement, lines, hidden, { texts, measurements }),
  };
}

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
