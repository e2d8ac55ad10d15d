/** The lines of a chart: one for each sensor, distinguished by colour and by dash. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { indexOfTime, nearestValue } from "./series";
import type { Fault, Series } from "./series";

export interface Line {
  readonly uid: string;
  readonly name: string;
  /** Whether the sensor is no longer assigned to the greenhouse. */
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
  /** Values that do not count, if they are shown. */
  readonly hollow?: readonly Fault[] | undefined;
  /** The newest value, as the tile shows it; undefined if the range ends before now, or if the sensor has moved. */
  readonly newest?: NewestValue | undefined;
}

export interface NewestValue {
  readonly value: number;
  /** Whether the value no longer counts as current. */
  readonly isOld: boolean;
}

/** The uid of the line that stands for many sensors: no sensor can have it. */
export const BAND = "/";

/** The number of line colours in base.css. More lines are hard to tell apart. */
export const COLOURS = 6;
const DASHES: readonly (readonly number[])[] = [[], [8, 4], [10, 3, 2, 3], [4, 3], [2, 3]];

/** Returns the lines. The result depends only on the sensors and their order. */
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
  /** The extremes of the values that this value summarizes. Both equal the value of a single reading. */
  readonly low: number;
  readonly high: number;
}

/** Returns the value at a time: the column that contains the time, or else the nearest reading within reach. */
export function valueUnder({ series, gapLimit }: ChartLine, time: number): FoundValue | undefined {
  if (series.columns !== undefined) {
    // Includes the ends, because the key End puts the cursor on the end of the last column.
    return series.columns.findLast(({ start, end }) => time >= start && time <= end);
  }
  const value = nearestValue(series, time, Math.max(gapLimit / 2, CURSOR_REACH));
  return value === undefined ? undefined : { value, low: value, high: value };
}

/**
 * Returns the newest value up to the end of the range, of any age, and whether the line has a gap between the two. A
 * column is the mean of a time, so it stands for the newest value only in a range that ends before now.
 */
export function newestValue(
  { series, gapLimit, newest }: ChartLine,
  time: number,
): NewestValue | undefined {
  if (newest !== undefined) return newest;
  const { times, values, columns } = series;
  const index = indexOfTime(times, time + 1) - 1;
  const [at = -Infinity, value] = [times[index], values[index]];
  const column = columns?.findLast(({ start }) => start <= time);
  // For a long range, readings are known only for its newest part.
  if (column !== undefined && (value === undefined || at < column.start)) {
    const { start, end } = column;
    return { value: column.value, isOld: time - end > Math.max(gapLimit, end - start) };
  }
  return value === undefined ? undefined : { value, isOld: time - at > gapLimit };
}
