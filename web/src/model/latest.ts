/** The newest value of each measurement of a sensor, and how fresh it is. */

import { MEASUREMENTS } from "../../../domain/src/measurements";
import type { Measurement } from "../../../domain/src/measurements";
import { freshnessOf } from "../../../domain/src/attention";
import type { Freshness } from "../../../domain/src/attention";
import { usualInterval } from "./gaps";
import { fieldOf, numberOf, valuesOf } from "./reading";
import type { Reading } from "./reading";

export interface LatestValue {
  readonly value: number;
  /** Unix milliseconds; undefined if it is older than the history that was read. */
  readonly at: number | undefined;
  readonly isStale: boolean;
}

export interface SensorState {
  readonly uid: string;
  readonly values: Readonly<Partial<Record<Measurement, LatestValue>>>;
  /** The newest reading, in Unix milliseconds; undefined if it is older than the history that was read, or missing. */
  readonly at: number | undefined;
  readonly freshness: Freshness;
}

/** The records of one greenhouse: `current` and `bySensor` as they are stored. */
export interface StoredLatest {
  readonly current: unknown;
  readonly bySensor: unknown;
  /** Whether the last day of the history was read: any other reading is old. */
  readonly isDayRead: boolean;
}

/**
 * `bySensor` holds values without a time, which comes from the history.
 * @param readings of this sensor, in the order of time
 */
export function stateOf(
  uid: string,
  readings: readonly Reading[],
  stored: StoredLatest,
  now: number,
): SensorState {
  const keyed = fieldOf(stored.current, uid);
  const keyedAt = numberOf(keyed, "updatedAt");
  const values: Partial<Record<Measurement, LatestValue>> = {};
  for (const [measurement, value] of Object.entries(valuesOf(fieldOf(stored.bySensor, uid)))) {
    values[measurement as Measurement] = { value, at: undefined, isStale: false };
  }
  for (const [measurement, value] of Object.entries(valuesOf(keyed))) {
    values[measurement as Measurement] = { value, at: keyedAt, isStale: false };
  }
  for (const measurement of MEASUREMENTS) {
    const reading = readings.findLast((one) => one.values[measurement] !== undefined);
    const value = reading?.values[measurement];
    if (reading === undefined || value === undefined) continue;
    if (reading.at >= (values[measurement]?.at ?? -Infinity)) {
      values[measurement] = { value, at: reading.at, isStale: false };
    }
  }
  const at = newest(keyedAt, readings.at(-1)?.at);
  const interval = usualInterval(readings.slice(-RECENT).map((reading) => reading.at));
  const isKnown = at !== undefined || Object.keys(values).length > 0;
  const isPending = at === undefined && !stored.isDayRead;
  const freshness = isKnown ? freshnessOf(at ?? 0, { interval }, now) : "never";
  return { uid, values, at, freshness: isPending ? "pending" : freshness };
}

/** This many readings show how often a sensor reports now. */
const RECENT = 50;

function newest(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return Math.max(a, b);
}
