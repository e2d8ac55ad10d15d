/** The last day of a greenhouse in hours, whether they come folded or as readings, and today's low and high. */

import { foldGreenhouse, HOUR_MS, HourFold, startOf } from "../../../domain/src/rollups";
import type { GreenhouseRollUp, RollUp } from "../../../domain/src/rollups";
import type { Quantity } from "../../../domain/src/measurements";
import type { Reading } from "./reading";

/** By when they began, in Unix milliseconds and in the order of time. */
export type Hours = ReadonlyMap<number, GreenhouseRollUp>;

/** Folds readings as the jobs do. @param rows those of each sensor of the air */
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
  /** Unix milliseconds; the middle of its hour where `isNow` is false. */
  readonly at: number;
  readonly isNow: boolean;
  /** When its hour began, while that is not over. */
  readonly since?: number;
}

export interface Extremes {
  readonly low: Extreme;
  readonly high: Extreme;
}

/**
 * The lowest and the highest since a time, the values of now included; the earlier of equal ones.
 * @param from hours that began before it are left out
 * @param current the lowest and the highest of the live sensors; undefined: none is live
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
