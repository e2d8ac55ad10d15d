/** The updates that change a sensor. Each adds an entry to the sensor's log, because the rules demand it. Pure. */

import { textOf, timeOf } from "../stored.ts";
import { checkName, isDatabaseKey } from "./keys.ts";
import { logged } from "./sensor-log.ts";
import type { SensorChange, SensorChangeDetails, SensorOfFarm, Signature } from "./sensor-log.ts";
import { sensorRemoval } from "./sensor-records.ts";
import type { SensorRole } from "./sensor-records.ts";

type Update = Readonly<Record<string, object | string | number | null>>;

/** What a registration says about its sensor. */
export interface SensorDescription {
  readonly name: string;
  readonly type: string;
  readonly role: SensorRole;
  /** The id of its greenhouse; undefined while it is not linked. */
  readonly greenhouse: string | undefined;
  /** The interval that its board is asked for; undefined: its greenhouse's, or none. */
  readonly intervalSeconds?: number | undefined;
}

/** How registrations name each other. A sensor may have replaced another, and be replaced later. */
export interface SuccessionFields {
  readonly continues?: string;
  readonly continuesFrom?: number;
  /** The uid of the sensor that continues this one. */
  readonly replacedBy?: string;
}

/**
 * Returns what the rules accept in a new registration of the sensor.
 * @param registration `registeredSensors/<uid>`, which was removed
 * @param others the farm's sensors
 */
export function restorableSuccession(
  registration: unknown,
  others: readonly { readonly uid: string }[],
): SuccessionFields {
  const uidIn = (field: string): string | undefined => {
    const named = textOf(registration, field);
    return others.find(({ uid }) => uid === named)?.uid;
  };
  const continues = uidIn("continues");
  const continuesFrom = timeOf(registration, "continuesFrom");
  const replacedBy = uidIn("replacedBy");
  return {
    ...(continues !== undefined && continuesFrom !== undefined && { continues, continuesFrom }),
    ...(replacedBy !== undefined && { replacedBy }),
  };
}

/**
 * Returns the update that registers a sensor. The rules refuse it if the uid is registered.
 * @param ownKey the stored text of its own key; undefined if it signs with the farm's key
 * @param succession of a sensor that is restored, or `continues` of one that replaces another
 */
export function sensorRegistration(
  sensor: SensorOfFarm,
  { name, type, role, greenhouse, intervalSeconds }: SensorDescription,
  signature: Signature,
  ownKey?: string,
  succession: SuccessionFields = {},
): Update {
  const { farmId, uid } = sensor;
  const { continues: other, continuesFrom: from } = succession;
  const what = other === undefined ? "registered" : "continued";
  return {
    [`registeredSensors/${uid}`]: {
      sensorName: name,
      sensorType: type,
      farmId,
      ...(greenhouse !== undefined && { greenhouse }),
      ...(role !== "air" && { role }),
      ...(intervalSeconds !== undefined && { intervalSeconds }),
      ...succession,
      entry: signature.key,
    },
    ...(ownKey !== undefined && { [`sensorKeys/${uid}`]: { farmId, key: ownKey } }),
    ...logged(sensor, signature, what, { name, greenhouse, other, from }),
  };
}

type Removable = "greenhouse" | "intervalSeconds";

/** The fields of a registration that a change writes. Null removes a field: the sensor is then not linked. Absent: it stays. */
export type ChangedSensor = Partial<Omit<SensorDescription, Removable>> & {
  readonly [Field in Removable]?: SensorDescription[Field] | null;
};

/**
 * Returns the update that changes a registered sensor; an empty update if nothing differs. Writes only the changed fields,
 * because another owner may change other fields at the same time.
 */
export function sensorUpdate(
  sensor: SensorOfFarm,
  before: SensorDescription,
  changed: ChangedSensor,
  signature: Signature,
): Update {
  const fields = fieldsOf(before, changed);
  if (Object.keys(fields).length === 0) return {};
  return {
    ...inRegistration(sensor, fields, signature),
    ...logged(sensor, signature, ...changeIn(before, changed)),
  };
}

/** @returns the changed fields by their stored names */
function fieldsOf(
  before: SensorDescription,
  { name, type, role, greenhouse, intervalSeconds }: ChangedSensor,
): Readonly<Record<string, string | number | null>> {
  const isMoved = isOther(greenhouse, before.greenhouse);
  return {
    ...(name !== undefined && name !== before.name && { sensorName: name }),
    ...(type !== undefined && type !== before.type && { sensorType: type }),
    ...(role !== undefined && role !== before.role && { role: role === "air" ? null : role }),
    ...(isMoved && { greenhouse }),
    ...(isOther(intervalSeconds, before.intervalSeconds) && { intervalSeconds }),
  };
}

/** Whether a change writes the field. @param value null removes it, undefined keeps it */
function isOther<T>(value: T | null | undefined, before: T | undefined): value is T | null {
  return value !== undefined && (value ?? undefined) !== before;
}

/** If several fields change, the rules demand the name of the first: greenhouse, role, name or type, interval. */
function changeIn(
  before: SensorDescription,
  { name, type = before.type, role, greenhouse, intervalSeconds }: ChangedSensor,
): readonly [SensorChange, SensorChangeDetails] {
  const newName = name === before.name ? undefined : name;
  const newRole = role === before.role ? undefined : role;
  const isAsked = isOther(intervalSeconds, before.intervalSeconds);
  const seconds = isAsked ? (intervalSeconds ?? undefined) : undefined;
  const more = { name: newName, role: newRole, seconds };
  const isLinked = before.greenhouse !== undefined;
  if (greenhouse === null && before.greenhouse !== undefined) {
    // An administrator may have stored an impossible id. The rules would refuse it.
    const earlier = isDatabaseKey(before.greenhouse) ? before.greenhouse : undefined;
    return ["unlinked", { greenhouse: earlier, ...more }];
  }
  if (typeof greenhouse === "string" && greenhouse !== before.greenhouse)
    return [isLinked ? "moved" : "linked", { greenhouse, ...more }];
  if (newRole !== undefined) return ["role", more];
  const isDescribed = newName !== undefined || type !== before.type;
  return isDescribed ? ["renamed", { name: newName, seconds }] : ["interval", { seconds }];
}

function inRegistration(
  { uid }: SensorOfFarm,
  fields: Readonly<Record<string, string | number | null>>,
  { key }: Signature,
): Update {
  const all = { ...fields, entry: key };
  return Object.fromEntries(
    Object.entries(all).map(([name, value]) => [`registeredSensors/${uid}/${name}`, value]),
  );
}

/** @param ownKey the stored text; null: the sensor signs with its farm's key from now on */
export function sensorKeyUpdate(
  sensor: SensorOfFarm,
  ownKey: string | null,
  signature: Signature,
): Update {
  const { farmId, uid } = sensor;
  return {
    [`sensorKeys/${uid}`]: ownKey === null ? null : { farmId, key: ownKey },
    ...inRegistration(sensor, {}, signature),
    ...logged(sensor, signature, "key"),
  };
}

/** @param hasOwnKey whether `sensorKeys/<uid>` has a value */
export function loggedRemoval(
  sensor: SensorOfFarm,
  { name, hasOwnKey }: { readonly name: string; readonly hasOwnKey: boolean },
  signature: Signature,
): Update {
  const validName = checkName(name) === undefined ? name : undefined;
  return {
    ...sensorRemoval(sensor, hasOwnKey),
    ...logged(sensor, signature, "removed", { name: validName }),
  };
}

export interface Replacement {
  readonly farmId: string;
  /** The uid of the replaced sensor, which is unlinked. */
  readonly replaced: string;
  /** The uid of the sensor that takes its place. */
  readonly successor: string;
  /** Earlier readings of the replaced sensor belong to the successor. In Unix milliseconds, not in the future. */
  readonly from: number;
}

/**
 * Returns the part of an update that marks the replaced sensor. The same update must register the successor with
 * `continues`, or have `continueReplaced`.
 */
export function markReplaced(
  { farmId, replaced: uid, successor: other, from }: Replacement,
  greenhouse: string | undefined,
  signature: Signature,
): Update {
  const sensor = { farmId, uid };
  return {
    ...inRegistration(sensor, { replacedBy: other, greenhouse: null }, signature),
    ...logged(sensor, signature, "replaced", { other, from, greenhouse }),
  };
}

/** Returns the part of a successor that is registered already. @param changed what it takes from the replaced sensor */
export function continueReplaced(
  { farmId, replaced: other, successor: uid, from }: Replacement,
  before: SensorDescription,
  changed: ChangedSensor,
  signature: Signature,
): Update {
  const sensor = { farmId, uid };
  const [, details] = changeIn(before, changed);
  const fields = { ...fieldsOf(before, changed), continues: other, continuesFrom: from };
  return {
    ...inRegistration(sensor, fields, signature),
    ...logged(sensor, signature, "continued", { ...details, other, from }),
  };
}
