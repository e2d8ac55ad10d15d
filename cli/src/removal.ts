/** What a sensor's removal deletes. */

import { sensorRemoval } from "../../domain/src/sensor-records";
import type { Database } from "./database";
import type { Sensor } from "./farms";

export async function readSensorRemoval(
  database: Database,
  sensor: Pick<Sensor, "uid" | "farmId">,
): Promise<Readonly<Record<string, null>>> {
  return sensorRemoval(sensor, (await database.read(`sensorKeys/${sensor.uid}`)) !== null);
}
