/** Lists what is deleted with a sensor and with a greenhouse. */

import { sensorRemoval } from "@greenhouse/domain/identity/sensor-records";
import type { Database } from "../core/database";
import type { Sensor } from "./stored-farms";

/** Values that the jobs computed from a greenhouse's history. */
const ROLLUPS = ["rollups", "greenhouseRollups", "rollupSensors", "rollupDue", "rollupCoverage"];

/**
 * A greenhouse's record and all data beside its readings. The id is free for another greenhouse only
 * when that data is gone.
 */
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
