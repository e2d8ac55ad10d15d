/** The last 24 hours of a greenhouse, hour by hour, from folded hours or readings; and today's low and high. */

import { foldGreenhouse, HOUR_MS, HourFold, startOf } from "../../../domain/src/rollups";
import type { GreenhouseRollUp, RollUp } from "../../../domain/src/rollups";
import type { Quantity } from "../../../domain/src/measurements";
import type { Reading } from "./reading";

/** By start, in Unix milliseconds; in chronological order. */
export type Hours = ReadonlyMap<number, GreenhouseRollUp>;

/** Folds readings as the jobs do. @param rows the readings of each air sensor */
export function hoursOf(rows: readonly (readonly Reading[])[], quantity: Quantity): Hours {
  const found = new Map<number, RollUp[]>();
  for (const row of rows) {
    for (const [start, rollUp] of foldSensor(row, quantity)) {
      const ofHour = found.get(start) ?? [];
      ofHour.push(rollUp);
      found.set(start, ofHour);
    }
  }
  const folded = [...found].flatMap(([start, all]) => {
    const hour = foldGreenhouse(all);
    return hour === undefined ? [] : [[start, hour] as const];
  });
  return new Map(folded.sort(([a], [b]) => a - b));
}

function foldSensor(
  readings: readonly Reading[],
  quantity: Quantity,
): readonly (readonly [number, RollUp])[] {
  const folds = new Map<number, HourFold>();
  for (const { at, values } of readings) {
    const start = startOf("hour", at);
    const fold = folds.get(start) ?? new HourFold();
    fold.add(values);
    folds.set(start, fold);
  }
  return [...folds].flatMap(([start, fold]) => {
    const rollUp = fold.rollUps[quantity];
    return rollUp === undefined ? [] : [[start, rollUp] as const];
  });
}

export interface Extreme {
  readonly value: number;
  /** Unix milliseconds; unless `isNow`, the middle of the value's hour. */
  readonly at: number;
  readonly isNow: boolean;
  /** The start of the value's hour, if that hour is not over yet. */
  readonly since?: number;
}

export interface Extremes {
  readonly low: Extreme;
  readonly high: Extreme;
}

/**
 * The lowest and the highest value since a time, including the current values; of equal values, the earlier one.
 * @param from hours that began earlier are left out
 * @param current the lowest and the highest value of the live sensors; undefined if none is live
 */
export function extremesOf(
  hours: Hours,
  current: { readonly low: number; readonly high: number } | undefined,
  from: number,
  now: number,
): Extremes | undefined {
  let found: Extremes | undefined;
  const add = (min: number, max: number, when: Omit<Extreme, "value">): void => {
    const low = found === undefined || min < found.low.value ? { value: min, ...when } : found.low;
    const high =
      found === undefined || max > found.high.value ? { value: max, ...when } : found.high;
    found = { low, high };
  };
  for (const [start, { min, max }] of hours) {
    if (start < from) continue;
    const at = Math.min(start + HOUR_MS / 2, now);
    add(min, max, { at, isNow: false, ...(start + HOUR_MS > now && { since: start }) });
  }
  if (current !== undefined) add(current.low, current.high, { at: now, isNow: true });
  return found;
}
