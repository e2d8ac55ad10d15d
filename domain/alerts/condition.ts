/** What is known of a sensor now, from its newest values and their times. Page and jobs share it. */

import { MINUTE_MS } from "../time.ts";
import { freshnessOf, isStale } from "./attention.ts";
import type { Condition, Measured } from "./attention.ts";
import type { LastSeen } from "../history/last-seen.ts";
import { MEASUREMENTS } from "../quantities/measurements.ts";
import type { Measurement } from "../quantities/measurements.ts";
import { fieldOf, numberOf } from "../stored.ts";

/** What is stored of a greenhouse: `current` and `bySensor`. */
export interface NewestValues {
  readonly current: unknown;
  readonly bySensor: unknown;
}

/** How far the functions' clock may be from the database's: both are servers. */
const MAX_SERVER_SKEW_MS = MINUTE_MS;

/**
 * Values without a known time are left out: they are older than `lastSeen`, or from another farm.
 * @param silentAfter what the farm has set, in milliseconds; 0: never silent
 * @param now Unix milliseconds
 */
export function conditionOf(
  uid: string,
  newest: NewestValues,
  { at, measured, isOneReading }: LastSeen,
  silentAfter: number,
  now: number,
): Condition {
  const values: Partial<Record<Measurement, Measured>> = {};
  for (const measurement of MEASUREMENTS) {
    const time = measured[measurement];
    const value = newestValue(uid, measurement, time, newest);
    if (value === undefined || time === undefined) continue;
    const isOver = isStale(measurement, time, silentAfter, now);
    values[measurement] = { value, at: time, isStale: isOver };
  }
  return { values, isOneReading, at, freshness: freshnessOf(at, silentAfter, now) };
}

/**
 * A sensor that changed its variant has a record of each; the one with the key in the body has its time.
 * @param at when the sensor last sent the measurement; undefined: not known
 */
export function newestValue(
  uid: string,
  measurement: Measurement,
  at: number | undefined,
  { current, bySensor }: NewestValues,
): number | undefined {
  const keyed = fieldOf(current, uid);
  const signed = numberOf(fieldOf(bySensor, uid), measurement);
  const keyedAt = numberOf(keyed, "updatedAt") ?? -Infinity;
  const isKeyedNewest = signed === undefined || keyedAt >= (at ?? Infinity) - MAX_SERVER_SKEW_MS;
  return isKeyedNewest ? (numberOf(keyed, measurement) ?? signed) : signed;
}
