/** Columns of a long chart: the lowest, highest and typical value of each hour or day, of one or more sensors. */

import { HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { foldDay, foldGreenhouse } from "@greenhouse/domain/rollups/folding";
import type { GreenhouseRollup, Rollup } from "@greenhouse/domain/rollups/rollups";
import type { Column, Series } from "./series";
import type { Window } from "./time-range";

/** @param length of each column, in milliseconds */
export function columnsOf(
  rollups: Iterable<readonly [number, Rollup | GreenhouseRollup]>,
  length: number,
): readonly Column[] {
  return Array.from(rollups, ([start, rollup]) => ({
    start,
    end: start + length,
    low: rollup.min,
    high: rollup.max,
    weight: rollup.n,
    value: "median" in rollup ? rollup.median : rollup.sum / rollup.n,
  }));
}

/** Folds the values of a part of the range without rollups, in columns of this length. */
export function foldSeries(
  { times, values }: Series,
  { from, to }: Window,
  length: number,
): ReadonlyMap<number, Rollup> {
  const folded = new Map<number, Rollup>();
  for (const [index, time] of times.entries()) {
    const value = values[index];
    if (time < from || time >= to || value === undefined) continue;
    const start = Math.floor(time / length) * length;
    const single = { min: value, max: value, sum: value, n: 1 };
    const rollup = folded.get(start);
    folded.set(start, rollup === undefined ? single : (foldDay([rollup, single]) ?? single));
  }
  return folded;
}

/** Folds several sensors: the lowest value, the highest value, and the median of their means. */
export function foldBand(
  sensors: readonly ReadonlyMap<number, Rollup>[],
): ReadonlyMap<number, GreenhouseRollup> {
  const starts = new Set(sensors.flatMap((rows) => [...rows.keys()]));
  const folded = [...starts].flatMap((start) => {
    const band = foldGreenhouse(sensors.flatMap((rows) => rows.get(start) ?? []));
    return band === undefined ? [] : [[start, band] as const];
  });
  return new Map(folded.sort(([a], [b]) => a - b));
}

/** For a sensor with an unknown interval, in milliseconds. */
const ASSUMED_INTERVAL_MS = 10 * MINUTE_MS;

/** Returns the column length that gives every active sensor a reading in each column, in milliseconds. */
export function bucketOf(all: readonly Series[]): number {
  const slowest = Math.max(0, ...all.map(({ interval }) => interval ?? 0));
  return Math.min(HOUR_MS, 1.5 * (slowest || ASSUMED_INTERVAL_MS));
}

/** Returns the columns of a part of the range. Cuts the first and last columns at its ends. */
export function cut(columns: readonly Column[], { from, to }: Window): readonly Column[] {
  return columns
    .filter(({ start, end }) => end > from && start < to)
    .map((column) => ({
      ...column,
      start: Math.max(column.start, from),
      end: Math.min(column.end, to),
    }));
}
