/** The condition of a sensor now, from its newest values and their times. Page and jobs share it. */

import { MINUTE_MS } from "../time.ts";
import type { LastSeen } from "../history/last-seen.ts";
import { derive } from "../quantities/derived.ts";
import { countedValue, MEASUREMENTS } from "../quantities/measurements.ts";
import type { Measurement, Quantity } from "../quantities/measurements.ts";
import { fieldOf, numberOf } from "../stored.ts";
import { DEFAULT_SILENT_AFTER_MS } from "./settings.ts";

/**
 * A reading is old after this share of the time after which its sensor is silent. A board that reports every quarter of
 * an hour is still on time.
 */
const OLD_SHARE = 2 / 3;

export type Freshness = "fresh" | "old" | "silent" | "never";

/**
 * @param at of the newest reading, in Unix milliseconds
 * @param silentAfter what the farm has set, in milliseconds; 0: never silent
 */
export function freshnessOf(at: number | undefined, silentAfter: number, now: number): Freshness {
  if (at === undefined) return "never";
  const age = now - at;
  if (silentAfter > 0 && age > silentAfter) return "silent";
  return age > OLD_SHARE * (silentAfter || DEFAULT_SILENT_AFTER_MS) ? "old" : "fresh";
}

/** Newest values and freshness of a sensor. */
export interface Condition {
  readonly values: Readonly<Partial<Record<Measurement, Measured>>>;
  /** Whether temperature and humidity are of one reading: only then something is computed from both. */
  readonly isOneReading: boolean;
  /** Time of the newest reading, in Unix milliseconds. */
  readonly at: number | undefined;
  readonly freshness: Freshness;
}

export interface Measured {
  readonly value: number;
  /** Unix milliseconds; undefined if unknown. */
  readonly at: number | undefined;
  /** Whether the probe is broken while its board sends (isStale). */
  readonly isStale: boolean;
}

/**
 * Whether a measurement is so old that it no longer counts, and is missing. Some boards send the battery's only once a
 * day: it counts until the sensor is silent.
 * @param at of its newest value, in Unix milliseconds
 */
export function isStale(
  measurement: Measurement,
  at: number,
  silentAfter: number,
  now: number,
): boolean {
  return measurement !== "battery" && now - at > (silentAfter || DEFAULT_SILENT_AFTER_MS);
}

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

export type Quantities = Readonly<Partial<Record<Quantity, number>>>;

/** Returns the values that count: live values without faults, and quantities computed from them. */
export function quantitiesOf({
  values,
  isOneReading,
}: Pick<Condition, "values" | "isOneReading">): Quantities {
  const counted: Partial<Record<Quantity, number>> = {};
  for (const measurement of MEASUREMENTS) {
    const measured = values[measurement];
    if (measured === undefined || measured.isStale) continue;
    const value = countedValue(measurement, measured.value);
    if (value !== undefined) counted[measurement] = value;
  }
  const { temperature, humidity } = counted;
  if (!isOneReading || temperature === undefined || humidity === undefined) return counted;
  return { ...counted, ...derive(temperature, humidity) };
}
