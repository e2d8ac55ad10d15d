/** What a sensor's removal deletes. */

import type { Database } from "./database";
import type { Sensor } from "./farms";

/**
 * The registration with all that belongs to it but its readings, to be deleted in one update: the rules keep a sensor
 * while it has a key of its own.
 */
export async function readSensorRemoval(
  database: Database,
  { uid, farmId }: Pick<Sensor, "uid" | "farmId">,
): Promise<Readonly<Record<string, null>>> {
  const hasKey = (await database.read(`sensorKeys/${uid}`)) !== null;
  return {
    [`registeredSensors/${uid}`]: null,
    [`ingest/${uid}`]: null,
    [`lastSeen/${farmId}/${uid}`]: null,
    // Where there is none, the rules find nobody who may delete it.
    ...(hasKey && { [`sensorKeys/${uid}`]: null }),
  };
}
