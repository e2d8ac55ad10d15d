/** What the removal of a sensor and of a greenhouse deletes. */

import { sensorRemoval } from "@greenhouse/domain/identity/sensor-records";
import type { Database } from "../core/database";
import type { Sensor } from "./stored-farms";

/** What the jobs computed from a greenhouse's history. */
const ROLLUPS = ["rollups", "greenhouseRollups", "rollupSensors", "rollupDue", "rollupCoverage"];

/** A greenhouse's record and all that is stored beside its readings: no other may be created before that is gone. */
export function greenhouseRemoval(greenhouseId: string): Readonly<Record<string, null>> {
  const parents = ["greenhouses", "notes", ...ROLLUPS];
  return Object.fromEntries(parents.map((parent) => [`${parent}/${greenhouseId}`, null]));
}

export async function readSensorRemoval(
  database: Database,
  sensor: Pick<Sensor, "uid" | "farmId">,
): Promise<Readonly<Record<string, null>>> {
  return sensorRemoval(sensor, (await database.read(`sensorKeys/${sensor.uid}`)) !== null);
}
