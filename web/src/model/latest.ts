/** The newest value of each measurement of a sensor, and how fresh it is. */

import { fieldOf, numberOf } from "../../../domain/src/stored";
import { freshnessOf, isStale } from "../../../domain/src/attention";
import type { Freshness, Measured } from "../../../domain/src/attention";
import type { LastSeen } from "../../../domain/src/last-seen";
import { MEASUREMENTS } from "../../../domain/src/measurements";
import type { Measurement } from "../../../domain/src/measurements";
import { usualInterval } from "./gaps";
import { valuesOf } from "./reading";
import type { Reading } from "./reading";
import { seriesOf } from "./series";

type Values = Readonly<Partial<Record<Measurement, Measured>>>;

/** A time is undefined if it is older than the history that was read. All are in Unix milliseconds. */
export interface SensorState {
  readonly uid: string;
  readonly values: Values;
  /** Of the newest reading; undefined also if there is none. */
  readonly at: number | undefined;
  readonly freshness: Freshness;
}

/** What is stored of a sensor, and of its greenhouse: `current` and `bySensor`. */
export interface StoredLatest {
  readonly current: unknown;
  readonly bySensor: unknown;
  readonly lastSeen: LastSeen;
  /** Whether the last day of the history was read: any other reading is old. */
  readonly isDayRead: boolean;
}

/**
 * The times come from `lastSeen`, whose clock is the database's. A sensor that is not there has only those of its readings.
 * @param readings of this sensor, in the order of time
 * @param silentAfter what the farm has set, in milliseconds; undefined: as often as the sensor usually sends
 */
export function stateOf(
  uid: string,
  readings: readonly Reading[],
  stored: StoredLatest,
  now: number,
  silentAfter?: number,
): SensorState {
  const { lastSeen, isDayRead } = stored;
  const keyedAt = numberOf(fieldOf(stored.current, uid), "updatedAt");
  const read = newestValues(uid, readings, stored, keyedAt);
  const at = lastSeen.at ?? newest(keyedAt, readings.at(-1)?.at);
  const intervalOf = (times: readonly number[]): number | undefined =>
    usualInterval(times.slice(-RECENT));
  const interval = intervalOf(readings.slice(-RECENT).map((reading) => reading.at));
  const isKnown = at !== undefined || Object.keys(read).length > 0;
  const freshness = isKnown ? freshnessOf(at ?? 0, { interval, silentAfter }, now) : "never";
  // Until the day was read, it is not known how often the sensor sends.
  if (!isDayRead && freshness !== "fresh") return { uid, values: read, at, freshness: "pending" };
  if (lastSeen.at === undefined) return { uid, values: read, at, freshness };
  const values = mapValues(read, (measured, measurement) => {
    const seenAt = lastSeen.measured[measurement] ?? measured.at;
    const rhythm = { interval: intervalOf(seriesOf(readings, measurement).times), silentAfter };
    const isOver = isDayRead && isStale(measurement, seenAt ?? 0, rhythm, now);
    return { ...measured, at: seenAt, isStale: isOver };
  });
  return { uid, values, at, freshness };
}

/** This many readings show how often a sensor reports now. */
const RECENT = 50;

/** `bySensor` holds values without a time, which comes from the history. */
function newestValues(
  uid: string,
  readings: readonly Reading[],
  stored: StoredLatest,
  keyedAt: number | undefined,
): Values {
  const values: Partial<Record<Measurement, Measured>> = {};
  const add = (all: object, at: number | undefined): void => {
    for (const [measurement, value] of Object.entries(all) as [Measurement, number][]) {
      values[measurement] = { value, at, isStale: false };
    }
  };
  add(valuesOf(fieldOf(stored.bySensor, uid)), undefined);
  add(valuesOf(fieldOf(stored.current, uid)), keyedAt);
  for (const measurement of MEASUREMENTS) {
    const reading = readings.findLast((one) => one.values[measurement] !== undefined);
    const value = reading?.values[measurement];
    if (reading === undefined || value === undefined) continue;
    if (reading.at >= (values[measurement]?.at ?? -Infinity)) {
      add({ [measurement]: value }, reading.at);
    }
  }
  return values;
}

function mapValues(
  values: Values,
  change: (measured: Measured, measurement: Measurement) => Measured,
): Values {
  return Object.fromEntries(
    (Object.entries(values) as [Measurement, Measured][]).map(([name, one]) => [
      name,
      change(one, name),
    ]),
  );
}

function newest(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return Math.max(a, b);
}
