/** The greenhouses and the sensor whose readings a command works on. */

import type { Database } from "../../core/database";
import { failed } from "../../core/failure";
import { farmCommand } from "../../core/hint";
import { problemOfSensorUid, refuseProblems } from "../../core/validation";
import { readSensor } from "../../farm/stored-farms";

export interface Selection {
  readonly greenhouse?: readonly string[];
  readonly sensor?: string;
}

/** @throws CommandError if the farm has no such sensor */
export async function requireSensorOf(
  database: Database,
  farmId: string,
  uid: string,
): Promise<void> {
  const sensor = readSensor(uid, await database.read(`registeredSensors/${uid}`));
  if (sensor?.farmId === farmId) return;
  throw failed(
    `${farmId} has no sensor ${uid}.`,
    `All sensors: ${farmCommand("sensor list", [farmId])}`,
  );
}

/** Names the sensor or, if none was chosen, the greenhouses. */
export function selectedOf({ sensor }: Selection, greenhouses: readonly string[]): string {
  return sensor ?? greenhouses.join(", ");
}

export function refuseBadSensor({ sensor }: Selection): void {
  if (sensor !== undefined) refuseProblems(problemOfSensorUid(sensor));
}
