/** The lines of a chart: one for each sensor, distinguished by colour and by dash. */

import { indexOfTime, nearestValue } from "./series";
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

/** The value that was measured near a time: where two are joined, it is the nearer one. */
export function valueUnder({ series, gapLimit }: ChartLine, time: number): number | undefined {
  return nearestValue(series, time, Math.max(gapLimit / 2, CURSOR_REACH));
}

/** The newest value up to a time, of any age, and whether it is so old that the line has a gap since. */
export function newestValue(
  { series, gapLimit }: ChartLine,
  time: number,
): { readonly value: number; readonly isOld: boolean } | undefined {
  const index = indexOfTime(series.times, time + 1) - 1;
  const value = series.values[index];
  const age = time - (series.times[index] ?? -Infinity);
  return value === undefined ? undefined : { value, isOld: age > gapLimit };
}
