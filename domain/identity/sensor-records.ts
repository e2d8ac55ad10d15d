/** What is stored about a sensor: its role, its own key, and what its removal deletes. */

import { OUTPUT_ROOTS } from "../outputs/updates.ts";
import { fieldOf, oneOf, textOf } from "../stored.ts";

/** What a sensor measures: a greenhouse's values and thresholds are those of its air sensors alone. */
export const SENSOR_ROLES = ["air", "soil", "outdoor"] as const;
export type SensorRole = (typeof SENSOR_ROLES)[number];

/** A sensor's type where nobody knows it; its name is then its uid. */
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
  /** Undefined while it is not linked. */
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
 * The stored text of the key of its own that is in force for a sensor: one key or a pair.
 * @param record what `sensorKeys/<uid>` holds; what another farm left there does not count
 * @param farmId of the sensor's registration
 */
export function ownKeyIn(record: unknown, farmId: string | undefined): string | undefined {
  const owner = textOf(record, "farmId");
  const isInForce = owner !== undefined && owner === farmId;
  return (isInForce && textOf(record, "key")) || undefined;
}

/**
 * What a sensor's removal deletes in one update, everything but its readings: the rules keep a sensor while it has a
 * key of its own, and do not let a missing key be deleted.
 * @param hasOwnKey whether `sensorKeys/<uid>` holds anything
 */
export function sensorRemoval(
  { uid, farmId }: { readonly uid: string; readonly farmId: string },
  hasOwnKey: boolean,
): Readonly<Record<string, null>> {
  return {
    [`registeredSensors/${uid}`]: null,
    [`ingest/${uid}`]: null,
    [`lastSeen/${farmId}/${uid}`]: null,
    ...Object.fromEntries(OUTPUT_ROOTS.map((root) => [`${root}/${farmId}/${uid}`, null])),
    ...(hasOwnKey && { [`sensorKeys/${uid}`]: null }),
  };
}
