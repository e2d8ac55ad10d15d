/** One line of a chart: the values of one measurement of one sensor in the order of time. */

import type { Measurement } from "../../../domain/src/measurements";
import type { Reading } from "./reading";

export interface Series {
  /** Unix milliseconds, ascending. */
  readonly times: readonly number[];
  readonly values: readonly number[];
}

/** @param readings in the order of time */
export function seriesOf(readings: readonly Reading[], measurement: Measurement): Series {
  const times: number[] = [];
  const values: number[] = [];
  for (const { at, values: all } of readings) {
    const value = all[measurement];
    if (value === undefined) continue;
    times.push(at);
    values.push(value);
  }
  return { times, values };
}

/** The place of the first time that is not before `time`. */
export function placeOf(times: readonly number[], time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] ?? Infinity) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The value at the place in time nearest to `time`; undefined where the nearest is further off than `reach`. */
export function nearestValue(series: Series, time: number, reach: number): number | undefined {
  const after = placeOf(series.times, time);
  const distance = (place: number): number => Math.abs((series.times[place] ?? Infinity) - time);
  const place = distance(after - 1) < distance(after) ? after - 1 : after;
  return distance(place) <= reach ? series.values[place] : undefined;
}
