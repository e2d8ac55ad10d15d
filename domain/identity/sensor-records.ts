/** The records of a sensor: its registration, its own key, and the update that removes it. */

import { OUTPUT_ROOTS } from "../outputs/updates.ts";
import { fieldOf, oneOf, textOf } from "../stored.ts";

/**
 * The kinds of places that sensors measure. For quantities of the air, only air sensors count for a greenhouse's values
 * and thresholds.
 */
export const SENSOR_ROLES = ["air", "soil", "outdoor"] as const;
export type SensorRole = (typeof SENSOR_ROLES)[number];

/** The type of a sensor if nobody knows it. Its name is then its uid. */
export const UNKNOWN_TYPE = "unknown";

const readSensorRole = oneOf(SENSOR_ROLES);

/** @param registration `registeredSensors/<uid>`; without a role, or with an unknown one, it is an air sensor */
export function sensorRoleIn(registration: unknown): SensorRole {
  return readSensorRole(fieldOf(registration, "role")) ?? "air";
}

/** `registeredSensors/<uid>`. */
export interface Registration {
  readonly sensorName: string | undefined;
  readonly sensorType: string | undefined;
  readonly farmId: string | undefined;
  /** Undefined while the sensor is not linked. */
  readonly greenhouse: string | undefined;
  readonly role: SensorRole;
}

export function parseRegistration(stored: unknown): Registration {
  return {
    sensorName: textOf(stored, "sensorName"),
    sensorType: textOf(stored, "sensorType"),
    farmId: textOf(stored, "farmId"),
    greenhouse: textOf(stored, "greenhouse"),
    role: sensorRoleIn(stored),
  };
}

/**
 * Returns the stored text of the valid sensor key: one key or a pair; undefined without a valid key.
 * @param record the value of `sensorKeys/<uid>`. A record of another farm is ignored.
 * @param farmId the farm of the sensor's registration
 */
export function ownKeyIn(record: unknown, farmId: string | undefined): string | undefined {
  const owner = textOf(record, "farmId");
  const isInForce = owner !== undefined && owner === farmId;
  return (isInForce && textOf(record, "key")) || undefined;
}

/**
 * Returns the update that removes a sensor. It deletes everything except its readings. The rules keep a sensor while it has
 * its own key, and refuse to delete a missing key.
 * @param hasOwnKey whether `sensorKeys/<uid>` has a value
 */
export function sensorRemoval(
  { uid, farmId }: { readonly uid: string; readonly farmId: string },
  hasOwnKey: boolean,
): Readonly<Record<string, null>> {
  return {
    [`registeredSensors/${uid}`]: null,
    [`ingest/${uid}`]: null,
    [`lastSeen/${farmId}/${uid}`]: null,
    [`boards/${farmId}/${uid}`]: null,
    ...Object.fromEntries(OUTPUT_ROOTS.map((root) => [`${root}/${farmId}/${uid}`, null])),
    ...(hasOwnKey && { [`sensorKeys/${uid}`]: null }),
  };
}
