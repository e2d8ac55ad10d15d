/** The last 24 hours of a greenhouse, hour by hour, from folded hours or readings, with their low and high. */

import { DAY_MS, HOUR_MS } from "@greenhouse/domain/time";
import { beyondOf } from "@greenhouse/domain/alerts/findings";
import type { OutOfBounds } from "@greenhouse/domain/alerts/findings";
import type { GreenhouseRollup } from "@greenhouse/domain/rollups/rollups";
import type { Band } from "../plot/band";

/** Hours by their start in Unix milliseconds, in chronological order. */
export type Hours = ReadonlyMap<number, GreenhouseRollup>;

/** Adds the readings that arrived after the fold to folded hours. The median of the fold stays. */
export function withLate(folded: Hours, late: Hours): Hours {
  const all = new Map(folded);
  for (const [start, hour] of late) {
    const { min, max, median, n } = folded.get(start) ?? hour;
    all.set(start, { min: Math.min(min, hour.min), max: Math.max(max, hour.max), median, n });
  }
  return new Map([...all].sort(([a], [b]) => a - b));
}

export interface Extreme {
  readonly value: number;
  /** Unix milliseconds. The time of its reading if `isExact`, else the middle of its hour. */
  readonly at: number;
  readonly isExact: boolean;
  /** The start of the value's hour, if the hour is not over yet. */
  readonly since?: number;
  /** The bound of that time, if the value was beyond it. */
  readonly beyond?: Pick<OutOfBounds, "kind" | "bound">;
}

/** The lowest and the highest of the newest values, and when they were measured; undefined if unknown. */
interface CurrentExtremes {
  readonly low: number;
  readonly high: number;
  readonly lowAt?: number | undefined;
  readonly highAt?: number | undefined;
}

export interface Extremes {
  readonly low: Extreme;
  readonly high: Extreme;
}

/** Returns the time at which an hour is drawn and named: its middle, or now. */
export function middleOf(start: number, now: number): number {
  return Math.min(start + HOUR_MS / 2, now);
}

/**
 * Returns the lowest and the highest value of the last 24 hours, including the current values. If values are equal, the
 * earlier one. A current value keeps its own time.
 * @param current the lowest and the highest value of the live sensors; undefined if no sensor is live
 * @param bands the bounds of these hours
 */
export function extremesOf(
  hours: Hours,
  current: CurrentExtremes | undefined,
  bands: readonly Band[],
  now: number,
): Extremes | undefined {
  let found: Extremes | undefined;
  const extreme = (value: number, when: Omit<Extreme, "value">): Extreme => {
    const band = bands.find(({ from, to }) => when.at >= from && when.at <= to);
    const beyond = beyondOf(value, band ?? {});
    return { value, ...when, ...(beyond && { beyond }) };
  };
  for (const [start, { min, max }] of hours) {
    const at = middleOf(start, now);
    if (at < now - DAY_MS) continue;
    const when = { at, isExact: false, ...(start + HOUR_MS > now && { since: start }) };
    const { low, high } = found ?? {};
    found = {
      low: low === undefined || min < low.value ? extreme(min, when) : low,
      high: high === undefined || max > high.value ? extreme(max, when) : high,
    };
  }
  if (current === undefined) return found;
  const { lowAt = now, highAt = now } = current;
  const [low, high] = [
    extreme(current.low, { at: lowAt, isExact: true }),
    extreme(current.high, { at: highAt, isExact: true }),
  ];
  if (found === undefined) return { low, high };
  // The hour that has not ended includes the current value, whose time is exact.
  const isSame = (hour: Extreme, exact: Extreme): boolean =>
    hour.value === exact.value && exact.at >= (hour.since ?? Infinity);
  return {
    low: low.value < found.low.value || isSame(found.low, low) ? low : found.low,
    high: high.value > found.high.value || isSame(found.high, high) ? high : found.high,
  };
}
