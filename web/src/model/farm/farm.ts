/** Reads a farm's records from untrusted stored data. */

import { entriesOf, fieldOf, textOf } from "@greenhouse/domain/stored";
import { intervalIn } from "@greenhouse/domain/boards/intervals";
import { parseCard, parseThresholds } from "@greenhouse/domain/identity/farm-records";
import { parseMembers } from "@greenhouse/domain/identity/members";
import type { Member } from "@greenhouse/domain/identity/members";
import type { Shown, Thresholds } from "@greenhouse/domain/quantities/measurements";
import { continuationIn } from "@greenhouse/domain/identity/succession";
import type { Continuation } from "@greenhouse/domain/identity/succession";
import { parseRegistration } from "@greenhouse/domain/identity/sensor-records";
import type { SensorRole } from "@greenhouse/domain/identity/sensor-records";
import { compareText } from "../values/compare-text";

export { parseRole } from "@greenhouse/domain/identity/members";
export type { Member, Role } from "@greenhouse/domain/identity/members";

export interface Greenhouse {
  readonly id: string;
  readonly name: string;
  readonly thresholds: Thresholds;
  /** The owners' choice for the card; empty without a choice. */
  readonly card: readonly Shown[];
  /** The interval that its boards are asked for; undefined: none. */
  readonly intervalSeconds?: number | undefined;
}

export interface Sensor {
  readonly uid: string;
  readonly name: string;
  readonly type: string;
  /** The greenhouse's id; undefined if the sensor is not assigned. */
  readonly greenhouse: string | undefined;
  readonly role: SensorRole;
  /** The interval that its board is asked for; undefined: its greenhouse's, or none. */
  readonly intervalSeconds?: number | undefined;
  /** The sensor that it replaced. */
  readonly continuation?: Continuation | undefined;
  /** The uid of the sensor that replaced it. */
  readonly replacedBy?: string | undefined;
}

/** Returns the greenhouses, sorted by name. */
export function readGreenhouses(stored: unknown, locale?: string): readonly Greenhouse[] {
  return entriesOf(stored)
    .map(([id, value]) => ({
      id,
      name: textOf(value, "name") ?? id,
      thresholds: parseThresholds(fieldOf(value, "thresholds")),
      card: parseCard(fieldOf(value, "card")),
      intervalSeconds: intervalIn(value),
    }))
    .sort((a, b) => compareText(a.name, b.name, locale));
}

/** Returns the sensors, sorted by name. */
export function readSensors(stored: unknown, locale?: string): readonly Sensor[] {
  return entriesOf(stored)
    .map(([uid, value]) => {
      const { sensorName, sensorType, greenhouse, role } = parseRegistration(value);
      return {
        uid,
        name: sensorName ?? uid,
        type: sensorType ?? "",
        greenhouse,
        role,
        intervalSeconds: intervalIn(value),
        continuation: continuationIn(uid, value),
        replacedBy: textOf(value, "replacedBy"),
      };
    })
    .sort((a, b) => compareText(a.name, b.name, locale));
}

/** Returns the members, owners first. */
export function sortedMembers(stored: unknown): readonly Member[] {
  return parseMembers(stored).toSorted(
    (a, b) => a.role.localeCompare(b.role) || a.uid.localeCompare(b.uid),
  );
}

/**
 * Returns the ids of the farms on a person's list: the entries with `true`. Other values are unanswered invitations of
 * earlier versions.
 */
export function readListedFarms(stored: unknown): readonly string[] {
  return entriesOf(stored).flatMap(([id, value]) => (value === true ? [id] : []));
}
