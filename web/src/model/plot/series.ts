/** One line of a chart: the values of one measurement of one sensor in chronological order, without faults. */

import { countedValue } from "@greenhouse/domain/quantities/measurements";
import type { Measurement } from "@greenhouse/domain/quantities/measurements";
import { usualInterval } from "../values/gaps";
import type { Reading } from "../values/reading";

export interface Series {
  /** Unix milliseconds, ascending. */
  readonly times: readonly number[];
  readonly values: readonly number[];
  /** The usual time between two values, in milliseconds; undefined if there are too few. */
  readonly interval: number | undefined;
  /** Implausible values, which are not part of lines, axes or extremes. */
  readonly faults: readonly Fault[];
  /** In a long range, the chart draws these columns instead of the values. In chronological order. */
  readonly columns?: readonly Column[];
}

/** Summarizes the measurements in an hour, a day, or a part of one. Times are Unix milliseconds. */
export interface Column {
  readonly start: number;
  readonly end: number;
  readonly low: number;
  readonly high: number;
  /** The mean. For several sensors, the median of their means. */
  readonly value: number;
  /** The number of readings or sensors in the column. */
  readonly weight: number;
}

export interface Fault {
  /** Unix milliseconds. */
  readonly at: number;
  readonly value: number;
}

const seriesByReadings = new WeakMap<readonly Reading[], Map<Measurement, Series>>();

/** Returns the same object for the same array. @param readings in chronological order; must never be modified */
export function seriesOf(readings: readonly Reading[], measurement: Measurement): Series {
  const ofList = seriesByReadings.get(readings) ?? new Map<Measurement, Series>();
  seriesByReadings.set(readings, ofList);
  const series = ofList.get(measurement) ?? withTimesOf(ofList, readSeries(readings, measurement));
  ofList.set(measurement, series);
  return series;
}

/** Shares the list of times between measurements that were always sent together. */
function withTimesOf(others: ReadonlyMap<Measurement, Series>, series: Series): Series {
  const { times } = series;
  for (const other of others.values()) {
    const isSame =
      other.times.length === times.length && other.times.every((at, index) => at === times[index]);
    if (isSame) return { ...series, times: other.times };
  }
  return series;
}

function readSeries(readings: readonly Reading[], measurement: Measurement): Series {
  const times: number[] = [];
  const values: number[] = [];
  const faults: Fault[] = [];
  for (const { at, values: all } of readings) {
    const sent = all[measurement];
    if (sent === undefined) continue;
    const value = countedValue(measurement, sent);
    if (value === undefined) {
      faults.push({ at, value: sent });
      continue;
    }
    times.push(at);
    values.push(value);
  }
  return { times, values, interval: usualInterval(times), faults };
}

/** Returns the values that do not count. */
export function excludedIn(
  readings: readonly Reading[],
  measurement: Measurement,
): readonly Fault[] {
  return readings.flatMap(({ at, excluded }) => {
    const value = excluded?.[measurement];
    return value === undefined ? [] : [{ at, value }];
  });
}

/** Returns the index of the first time that is not before `time`. */
export function indexOfTime(times: readonly number[], time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] ?? Infinity) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the value nearest to `time`; undefined if it is further away than `reach`. */
export function nearestValue(series: Series, time: number, reach: number): number | undefined {
  const after = indexOfTime(series.times, time);
  const distance = (index: number): number => Math.abs((series.times[index] ?? Infinity) - time);
  const index = distance(after - 1) < distance(after) ? after - 1 : after;
  return distance(index) <= reach ? series.values[index] : undefined;
}
