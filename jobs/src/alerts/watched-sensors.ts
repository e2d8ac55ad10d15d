/** What a check knows of the sensors of a farm. Pure. */

import type { Condition, Limits } from "../../../domain/src/attention";
import { conditionOf } from "../../../domain/src/condition";
import { readLastSeen } from "../../../domain/src/last-seen";
import { isNight } from "../../../domain/src/sun";
import type { FarmRecords, Sensor } from "./read-farm";

export interface WatchedSensor {
  readonly sensor: Sensor;
  readonly greenhouseName: string;
  readonly condition: Condition;
  readonly limits: Limits;
}

const MINUTE = 60_000;

/** By uid. @param now Unix milliseconds */
export function watchSensors(farm: FarmRecords, now: number): ReadonlyMap<string, WatchedSensor> {
  const { settings, place, lastSeen } = farm;
  return new Map(
    farm.sensors.flatMap((sensor) => {
      const greenhouse = farm.greenhouses.get(sensor.greenhouse);
      if (greenhouse === undefined) return [];
      const { uid } = sensor;
      const seen = readLastSeen(lastSeen.get(uid));
      const silentAfter = settings.silentAfterMinutes * MINUTE;
      const condition = conditionOf(uid, greenhouse, seen, silentAfter, now);
      const limits: Limits = {
        thresholds: greenhouse.thresholds,
        isNight: place !== undefined && isNight(now, place),
        lowBattery: settings.lowBatteryPercent,
        watchesSilence: settings.silentAfterMinutes > 0,
      };
      return [[uid, { sensor, greenhouseName: greenhouse.name, condition, limits }] as const];
    }),
  );
}
