/** A sensor with all that a look is about. */

import type { Condition, Limits } from "../../../domain/src/attention";
import { conditionOf, type NewestValues } from "../../../domain/src/condition";
import { readLastSeen } from "../../../domain/src/last-seen";
import { fieldOf } from "../../../domain/src/stored";
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

/** @param now Unix milliseconds */
export function lookAtSensor(
  { uid }: Pick<Sensor, "uid">,
  greenhouse: NewestValues,
  { settings, lastSeen }: Pick<FarmRecords, "settings" | "lastSeen">,
  now: number,
): Condition {
  const seen = readLastSeen(fieldOf(lastSeen, uid));
  return conditionOf(uid, greenhouse, seen, settings.silentAfterMinutes * MINUTE, now);
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
