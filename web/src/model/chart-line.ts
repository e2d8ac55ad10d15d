/** The lines of a chart: one for each sensor, distinguished by colour and by dash. */

import { nearestValue } from "./series";
import type { Series } from "./series";

export interface Line {
  readonly uid: string;
  readonly name: string;
  /** Whether the sensor is no longer linked to the greenhouse. */
  readonly isFormer: boolean;
  /** The custom property that holds its colour. */
  readonly colour: string;
  /** Lengths of strokes and gaps in pixels; empty for a solid line. */
  readonly dash: readonly number[];
}

/** A line with its values. */
export interface ChartLine extends Line {
  readonly series: Series;
  /** Two values further apart than this are not joined, in milliseconds. */
  readonly gapLimit: number;
  readonly isHidden: boolean;
  readonly isInRange: boolean;
}

const COLOURS = 6;
const DASHES: readonly (readonly number[])[] = [[], [8, 4], [10, 3, 2, 3], [4, 3], [2, 3]];

/** The same sensors in the same order have the same lines. */
export function linesFor(
  sensors: readonly Pick<Line, "uid" | "name" | "isFormer">[],
): readonly Line[] {
  return sensors.map((sensor, index) => ({
    ...sensor,
    colour: `--line-${(index % COLOURS) + 1}`,
    dash: DASHES[index % DASHES.length] ?? [],
  }));
}

const CURSOR_REACH = 60_000;

/** The value of a line at a time, unless it has a gap there. */
export function valueUnder(line: ChartLine, time: number): number | undefined {
  return nearestValue(line.series, time, Math.max(line.gapLimit, CURSOR_REACH));
}
