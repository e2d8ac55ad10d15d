/** What is known of a sensor now, from its newest values and from when they came. Pure. */

import {
  freshnessOf,
  isStale,
  type Condition,
  type Limits,
  type Measured,
} from "../../../domain/src/attention";
import { readLastSeen } from "../../../domain/src/last-seen";
import { MEASUREMENTS, type Measurement } from "../../../domain/src/measurements";
import { fieldOf, numberOf } from "../../../domain/src/stored";
import { isNight } from "../../../domain/src/sun";
import type { FarmRecords, Greenhouse, Sensor } from "./records";

/** A sensor with all that is known of it at a look. */
export interface Looked {
  readonly sensor: Sensor;
  readonly greenhouseName: string;
  readonly condition: Condition;
  readonly limits: Limits;
}

const MINUTE = 60_000;

/** The clocks of the database and of the functions agree better than this. */
const CLOCKS_DIFFER_MS = MINUTE;

/** @param now Unix milliseconds */
export function conditionOf(
  { uid }: Pick<Sensor, "uid">,
  greenhouse: Pick<Greenhouse, "current" | "bySensor">,
  { settings, lastSeen }: Pick<FarmRecords, "settings" | "lastSeen">,
  now: number,
): Condition {
  const { at, measured } = readLastSeen(fieldOf(lastSeen, uid));
  const rhythm = { interval: undefined, silentAfter: settings.silentAfterMinutes * MINUTE };
  const values: Partial<Record<Measurement, Measured>> = {};
  for (const measurement of MEASUREMENTS) {
    const time = measured[measurement];
    const value = newestOf(uid, measurement, time, greenhouse);
    // Without a time it is from before there was `lastSeen`, or from another farm.
    if (value === undefined || time === undefined) continue;
    values[measurement] = { value, at: time, isStale: isStale(measurement, time, rhythm, now) };
  }
  return { values, at, freshness: freshnessOf(at, rhythm, now) };
}

/** A sensor that changed its variant has both records: that with the key in the body names its time. */
function newestOf(
  uid: string,
  measurement: Measurement,
  time: number | undefined,
  { current, bySensor }: Pick<Greenhouse, "current" | "bySensor">,
): number | undefined {
  const keyed = fieldOf(current, uid);
  const signed = numberOf(fieldOf(bySensor, uid), measurement);
  const keyedAt = numberOf(keyed, "updatedAt") ?? -Infinity;
  const isKeyedNewest = signed === undefined || keyedAt >= (time ?? Infinity) - CLOCKS_DIFFER_MS;
  return isKeyedNewest ? (numberOf(keyed, measurement) ?? signed) : signed;
}

/** What the farm and the greenhouse allow now. */
export function limitsOf(
  { thresholds }: Pick<Greenhouse, "thresholds">,
  { settings, place }: Pick<FarmRecords, "settings" | "place">,
  now: number,
): Limits {
  return {
    thresholds,
    isNight: place !== undefined && isNight(now, place),
    lowBattery: settings.lowBatteryPercent,
    watchesSilence: settings.silentAfterMinutes > 0,
  };
}
