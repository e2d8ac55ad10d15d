/** The lines of a chart: one for each sensor, distinguished by colour and by dash. */

import { MINUTE_MS } from "@greenhouse/domain/time";
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

/** The uid of the line that stands for many sensors: no sensor can have it. */
export const BAND = "/";

const COLOURS = 6;
const DASHES: readonly (readonly number[])[] = [[], [8, 4], [10, 3, 2, 3], [4, 3], [2, 3]];

/** The result depends only on the sensors and their order. */
export function linesFor(
  sensors: readonly Pick<Line, "uid" | "name" | "isFormer">[],
): readonly Line[] {
  return sensors.map((sensor, index) => ({
    ...sensor,
    colour: `--line-${(index % COLOURS) + 1}`,
    dash: DASHES[index % DASHES.length] ?? [],
  }));
}

const CURSOR_REACH = MINUTE_MS;

export interface FoundValue {
  readonly value: number;
  /** The extremes of the values that this value summarizes; both equal it for a single reading. */
  readonly low: number;
  readonly high: number;
}

/** What was measured near a time: the column that contains it, or else the nearest reading within reach. */
export function valueUnder({ series, gapLimit }: ChartLine, time: number): FoundValue | undefined {
  if (series.columns !== undefined) {
    // Ends are included, because the key End puts the cursor on the end of the range, which is the last column's.
    return series.columns.findLast(({ start, end }) => time >= start && time <= end);
  }
  const value = nearestValue(series, time, Math.max(gapLimit / 2, CURSOR_REACH));
  return value === undefined ? undefined : { value, low: value, high: value };
}

/** The newest value up to a time, of any age, and whether the line has a gap between that value and the time. */
export function newestValue(
  { series, gapLimit }: ChartLine,
  time: number,
): { readonly value: number; readonly isOld: boolean } | undefined {
  const { times, values, columns } = series;
  const index = indexOfTime(times, time + 1) - 1;
  const [at = -Infinity, value] = [times[index], values[index]];
  const column = columns?.findLast(({ start }) => start <= time);
  // For a long range, readings are known only of its newest part.
  if (column !== undefined && (value === undefined || at < column.start)) {
    const { start, end } = column;
    return { value: column.value, isOld: time - end > Math.max(gapLimit, end - start) };
  }
  return value === undefined ? undefined : { value, isOld: time - at > gapLimit };
}
