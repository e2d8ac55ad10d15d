/** The condition of a sensor now, from its newest values and their times. Page and jobs share it. */

import type { LastSeen } from "../history/last-seen.ts";
import type { Corrections, ReadingOf } from "../quantities/corrections.ts";
import { derive } from "../quantities/derived.ts";
import { countedValue, MEASUREMENTS, partsOf } from "../quantities/measurements.ts";
import type { Measurement, Quantity } from "../quantities/measurements.ts";
import { fieldOf, numberOf } from "../stored.ts";
import { DEFAULT_SILENT_AFTER_MS } from "./settings.ts";

/**
 * A reading is old after this share of the time after which its sensor is silent. So a board that reports every quarter of
 * an hour is still on time.
 */
const OLD_SHARE = 2 / 3;

export type Freshness = "fresh" | "old" | "silent" | "never";

/**
 * Returns how fresh a sensor's readings are.
 * @param at time of the newest reading, in Unix milliseconds
 * @param silentAfterMs the farm's setting; 0: never silent
 */
export function freshnessOf(at: number | undefined, silentAfterMs: number, now: number): Freshness {
  if (at === undefined) return "never";
  const age = now - at;
  if (silentAfterMs > 0 && age > silentAfterMs) return "silent";
  return age > OLD_SHARE * (silentAfterMs || DEFAULT_SILENT_AFTER_MS) ? "old" : "fresh";
}

/** Newest values and freshness of a sensor. */
export interface Condition {
  readonly values: Readonly<Partial<Record<Measurement, Measured>>>;
  /**
   * Measurements whose newest value does not count, or would not count if it came now. Absent without. Nobody misses them
   * while they have no value.
   */
  readonly excluded?: readonly Measurement[];
  /** Whether temperature and humidity come from one reading. Only then are quantities computed from both. */
  readonly isOneReading: boolean;
  /** Time of the newest reading, in Unix milliseconds. */
  readonly at: number | undefined;
  readonly freshness: Freshness;
}

export interface Measured {
  readonly value: number;
  /** Unix milliseconds; undefined if unknown. */
  readonly at: number | undefined;
  /** Whether the value is so old that it counts as missing (isStale). */
  readonly isStale: boolean;
}

/**
 * Whether a measurement is so old that it counts as missing. Some boards send the battery's level only once a day. It is
 * valid until the sensor is silent.
 * @param at time of its newest value, in Unix milliseconds
 */
export function isStale(
  measurement: Measurement,
  at: number,
  silentAfterMs: number,
  now: number,
): boolean {
  return measurement !== "battery" && now - at > (silentAfterMs || DEFAULT_SILENT_AFTER_MS);
}

/** The newest values as stored under `sensors/<greenhouseId>`, and the corrections of the farm. */
export interface NewestValues {
  readonly current: unknown;
  readonly bySensor: unknown;
  readonly corrections: Pick<Corrections, "correct" | "valueOf" | "isExcluded">;
}

/**
 * Returns the condition of a sensor. Values without a known time are left out. They are older than `lastSeen`, or from
 * another farm.
 * @param silentAfterMs the farm's setting; 0: never silent
 * @param now Unix milliseconds
 */
export function conditionOf(
  uid: string,
  newest: NewestValues,
  { at, measured, unsigned, isOneReading }: LastSeen,
  silentAfterMs: number,
  now: number,
): Condition {
  const values: Partial<Record<Measurement, Measured>> = {};
  const excluded: Measurement[] = [];
  for (const measurement of MEASUREMENTS) {
    const isExcludedNow = newest.corrections.isExcluded({ uid, at: now }, measurement);
    if (isExcludedNow) excluded.push(measurement);
    const time = measured[measurement];
    if (time === undefined || isExcludedNow) continue;
    const sent = newestSent(uid, measurement, unsigned.includes(measurement), newest);
    if (sent === undefined) continue;
    const isMissing = isStale(measurement, time, silentAfterMs, now);
    const corrected = newest.corrections.correct({ uid, at: time }, { [measurement]: sent });
    const uncounted = corrected.excluded?.[measurement];
    if (uncounted !== undefined) excluded.push(measurement);
    // After the end of an exclusion, a probe that sends nothing is missed.
    const value = corrected.values[measurement] ?? (isMissing ? uncounted : undefined);
    if (value !== undefined) values[measurement] = { value, at: time, isStale: isMissing };
  }
  const freshness = freshnessOf(at, silentAfterMs, now);
  return { values, ...(excluded.length > 0 && { excluded }), isOneReading, at, freshness };
}

/** Whether nothing that the sensor measures counts now. Nobody misses such a sensor. */
export function isWhollyExcluded({ values, excluded = [] }: Condition): boolean {
  return excluded.length > 0 && Object.keys(values).length === 0;
}

/** Whether the value of a quantity does not count, so that an alert about it is over. */
export function hasExcluded(quantity: Quantity, { excluded = [] }: Condition): boolean {
  return partsOf(quantity).some((part) => excluded.includes(part));
}

/**
 * Returns the newest value of a measurement, calibrated; undefined if it does not count. A sensor may have a record of
 * signed readings and another of readings with the key in the body. `lastSeen` says which of the two is newer.
 * @param isUnsigned whether the newest reading came with the key in the body
 */
export function newestValue(
  reading: ReadingOf,
  measurement: Measurement,
  isUnsigned: boolean,
  newest: NewestValues,
): number | undefined {
  const sent = newestSent(reading.uid, measurement, isUnsigned, newest);
  return sent === undefined ? undefined : newest.corrections.valueOf(reading, measurement, sent);
}

/** Returns the newest value as the sensor sent it, for calibrating and for lists that say so. */
export function newestSent(
  uid: string,
  measurement: Measurement,
  isUnsigned: boolean,
  { current, bySensor }: Pick<NewestValues, "current" | "bySensor">,
): number | undefined {
  const keyed = numberOf(fieldOf(current, uid), measurement);
  const signed = numberOf(fieldOf(bySensor, uid), measurement);
  return isUnsigned ? (keyed ?? signed) : (signed ?? keyed);
}

export type Quantities = Readonly<Partial<Record<Quantity, number>>>;

/** Returns the valid values: live values without faults, and quantities computed from them. */
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
