/** What a plot shows: its axis, and lines with their look. */

import type { Quantity } from "../../../domain/src/measurements";
import type { Edges } from "../model/axis";
import type { Band } from "../model/band";
import type { Fault } from "../model/series";
import type { ThinnedLine } from "../model/thinning";
import type { Window } from "../model/time-range";

export interface PlotAxis {
  readonly quantity: Quantity;
  /** The bands of the thresholds in a range. */
  readonly bandsIn: (shown: Window) => readonly Band[];
  /** The bounds beyond which a value is drawn in red. */
  readonly limitsIn: (shown: Window) => readonly Band[];
  /** Thresholds that the axis includes if its lines are near them. */
  readonly edges: Edges;
}

/** The look of a line; changing it requires a new plot. */
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
}
