/** The newest value of each measurement of a sensor, and how fresh it is. */

import {
  freshnessOf,
  isStale,
  conditionOf,
  newestValue,
} from "@greenhouse/domain/alerts/condition";
import type { Condition, Measured, NewestValues } from "@greenhouse/domain/alerts/condition";
import type { LastSeen } from "@greenhouse/domain/history/last-seen";
import { MEASUREMENTS } from "@greenhouse/domain/quantities/measurements";
import { fieldOf, timeOf } from "@greenhouse/domain/stored";

/** All times are the database's, in Unix milliseconds. */
export interface SensorState extends Condition {
  readonly uid: string;
}

/**
 * Returns the state of a sensor. A value without a time in `lastSeen` was stored before such times were recorded. It is
 * shown, but counts only if its record contains a time.
 * @param silentAfter the farm's setting, in milliseconds; 0: sensors never count as silent
 */
export function stateOf(
  uid: string,
  newest: NewestValues,
  lastSeen: LastSeen,
  silentAfter: number,
  now: number,
): SensorState {
  const condition = conditionOf(uid, newest, lastSeen, silentAfter, now);
  const at = timeOf(fieldOf(newest.current, uid), "updatedAt");
  const untimed = MEASUREMENTS.flatMap((measurement): [string, Measured][] => {
    const value = newestValue({ uid, at: at ?? now }, measurement, false, newest);
    const isKnown =
      condition.values[measurement] !== undefined || condition.excluded?.includes(measurement);
    if (value === undefined || isKnown) return [];
    return [[measurement, { value, at, isStale: isStale(measurement, at ?? 0, silentAfter, now) }]];
  });
  if (untimed.length === 0) return { uid, ...condition };
  return {
    ...condition,
    uid,
    at: condition.at ?? at,
    values: { ...Object.fromEntries(untimed), ...condition.values },
    freshness:
      condition.at === undefined ? freshnessOf(at ?? 0, silentAfter, now) : condition.freshness,
  };
}
