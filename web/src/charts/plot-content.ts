/** The content of a plot: its axis, and lines with their look. */

import type { Quantity } from "@greenhouse/domain/quantities/measurements";
import type { Edges } from "../model/plot/axis";
import type { Band } from "../model/plot/band";
import type { Fault } from "../model/plot/series";
import type { ThinnedLine } from "../model/plot/thinning";
import type { Window } from "../model/plot/time-range";

export interface PlotAxis {
  readonly quantity: Quantity;
  /** Returns the bands of the limits in a range. */
  readonly bandsIn: (shown: Window) => readonly Band[];
  /** Returns the bounds outside which a value is drawn in red. */
  readonly limitsIn: (shown: Window) => readonly Band[];
  /** Limits that the axis includes if its lines are close to them. */
  readonly edges: Edges;
}

/** The look of a line. A change requires a new plot. */
export interface PlotStyle {
  /** The custom property that holds its colour. */
  readonly colour: string;
  /** Lengths of strokes and gaps in pixels; empty for a solid line. */
  readonly dash: readonly number[];
  readonly isHidden: boolean;
}

export interface PlotLine extends PlotStyle {
  readonly drawn: ThinnedLine;
  readonly faults: readonly Fault[];
  /** Values that do not count, drawn as hollow points. */
  readonly hollow?: readonly Fault[] | undefined;
}
