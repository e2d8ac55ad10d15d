/** A farm's records, read from untrusted stored data. */

import { entriesOf, fieldOf, textOf } from "../../../domain/src/stored";
import { readThresholds } from "../../../domain/src/farm-records";
import { ROLES } from "../../../domain/src/members";
import type { Role } from "../../../domain/src/members";
import type { Thresholds } from "../../../domain/src/measurements";
import { sensorRoleIn } from "../../../domain/src/sensor-records";
import type { SensorRole } from "../../../domain/src/sensor-records";
import { compareText } from "./compare-text";

export type { Role } from "../../../domain/src/members";

export interface Member {
  readonly uid: string;
  readonly role: Role;
}

export interface Greenhouse {
  readonly id: string;
  readonly name: string;
  readonly thresholds: Thresholds;
}

export interface Sensor {
  readonly uid: string;
  readonly name: string;
  readonly type: string;
  /** The greenhouse's id; undefined if it is not linked. */
  readonly greenhouse: string | undefined;
  readonly role: SensorRole;
}

/** Sorted by name. */
export function readGreenhouses(stored: unknown, locale?: string): readonly Greenhouse[] {
  return entriesOf(stored)
    .map(([id, value]) => ({
      id,
      name: textOf(value, "name") ?? id,
      thresholds: readThresholds(fieldOf(value, "thresholds")),
    }))
    .sort((a, b) => compareText(a.name, b.name, locale));
}

/** Sorted by name. */
export function readSensors(stored: unknown, locale?: string): readonly Sensor[] {
  return entriesOf(stored)
    .map(([uid, value]) => ({
      uid,
      name: textOf(value, "sensorName") ?? uid,
      type: textOf(value, "sensorType") ?? "",
      greenhouse: textOf(value, "greenhouse"),
      role: sensorRoleIn(value),
    }))
    .sort((a, b) => compareText(a.name, b.name, locale));
}

export function readText(stored: unknown): string | undefined {
  return typeof stored === "string" ? stored : undefined;
}

export function readRole(stored: unknown): Role | undefined {
  return ROLES.find((role) => role === stored);
}

/** Owners first. */
export function readMembers(stored: unknown): readonly Member[] {
  return entriesOf(stored)
    .flatMap(([uid, value]): Member[] => {
      const role = readRole(value);
      return role === undefined ? [] : [{ uid, role }];
    })
    .sort((a, b) => a.role.localeCompare(b.role) || a.uid.localeCompare(b.uid));
}

/** The ids of the farms on a person's list: those with `true`. Other values are unanswered invitations of earlier versions. */
export function readListedFarms(stored: unknown): readonly string[] {
  return entriesOf(stored).flatMap(([id, value]) => (value === true ? [id] : []));
}

export function readNumber(stored: unknown): number | undefined {
  return typeof stored === "number" ? stored : undefined;
}
