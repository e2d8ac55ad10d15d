/** What a plot shows: axes, and lines with their look. */

import type { Quantity } from "../../../domain/src/measurements";
import type { Edges } from "../model/axis";
import type { Band } from "../model/band";
import type { Fault } from "../model/series";
import type { ThinnedLine } from "../model/thinning";
import type { Window } from "../model/time-range";

/** The first one is on the left, the second on the right. */
export interface PlotAxis {
  /** What lines name it by. */
  readonly key: string;
  readonly quantity: Quantity;
  /** The bands of the thresholds in a range. */
  readonly bandsIn: (shown: Window) => readonly Band[];
  /** Values that the axis includes when its lines come near them. */
  readonly edges: Edges;
}

/** How a line looks. A plot with another look is a new plot. */
export interface PlotStyle {
  /** The key of an axis. */
  readonly axis: string;
  /** The custom property that holds its colour. */
  readonly colour: string;
  /** Lengths of strokes and gaps in pixels; empty for a solid line. */
  readonly dash: readonly number[];
  readonly isHidden: boolean;
  readonly isBehind?: boolean;
}

export interface PlotLine extends PlotStyle {
  readonly drawn: ThinnedLine;
  readonly faults: readonly Fault[];
}
