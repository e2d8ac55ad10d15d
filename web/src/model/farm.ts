/** A farm's records, read from stored data that is not trusted. */

import { BOUNDS, QUANTITIES } from "../../../domain/src/measurements";
import type { Bounds, Quantity, Thresholds } from "../../../domain/src/measurements";
import type { Place } from "../../../domain/src/sun";
import { fieldOf, numberOf, textOf } from "./reading";

export type Role = "owner" | "viewer";

export interface Member {
  readonly uid: string;
  readonly role: Role;
}

/** A farm on a person's list. */
export interface ListedFarm {
  readonly id: string;
  /** Whether the person has not answered an invitation. */
  readonly isInvited: boolean;
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
}

/** In the order of names. */
export function readGreenhouses(stored: unknown, locale?: string): readonly Greenhouse[] {
  return entriesOf(stored)
    .map(([id, value]) => ({
      id,
      name: textOf(value, "name") ?? id,
      thresholds: readThresholds(fieldOf(value, "thresholds")),
    }))
    .sort((a, b) => compareNames(a.name, b.name, locale));
}

/** In the order of names. */
export function readSensors(stored: unknown, locale?: string): readonly Sensor[] {
  return entriesOf(stored)
    .map(([uid, value]) => ({
      uid,
      name: textOf(value, "sensorName") ?? uid,
      type: textOf(value, "sensorType") ?? "",
      greenhouse: textOf(value, "greenhouse"),
    }))
    .sort((a, b) => compareNames(a.name, b.name, locale));
}

export function readText(stored: unknown): string | undefined {
  return typeof stored === "string" ? stored : undefined;
}

export function readRole(stored: unknown): Role | undefined {
  return stored === "owner" || stored === "viewer" ? stored : undefined;
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

/** Invitations first. @param stored under users/<authUid>/farms: `true`, or "invited" */
export function readListedFarms(stored: unknown): readonly ListedFarm[] {
  return entriesOf(stored)
    .map(([id, value]) => ({ id, isInvited: value !== true }))
    .sort((a, b) => Number(b.isInvited) - Number(a.isInvited));
}

export function readThresholds(stored: unknown): Thresholds {
  const thresholds: Partial<Record<Quantity, Bounds>> = {};
  for (const quantity of QUANTITIES) {
    const bounds = BOUNDS.flatMap((bound) => {
      const value = numberOf(fieldOf(stored, quantity), bound);
      return value === undefined ? [] : [[bound, value] as const];
    });
    if (bounds.length > 0) thresholds[quantity] = Object.fromEntries(bounds);
  }
  return thresholds;
}

/** Where the farm is; undefined where that is not stored whole. */
export function readPlace(stored: unknown): Place | undefined {
  const latitude = numberOf(stored, "latitude");
  const longitude = numberOf(stored, "longitude");
  const timeZone = textOf(stored, "timeZone");
  if (latitude === undefined || longitude === undefined || timeZone === undefined) return undefined;
  return { latitude, longitude, timeZone };
}

export function readNumber(stored: unknown): number | undefined {
  return typeof stored === "number" ? stored : undefined;
}

/** The children of a stored object; none for anything else. */
export function entriesOf(stored: unknown): readonly (readonly [string, unknown])[] {
  if (typeof stored !== "object" || stored === null) return [];
  // The SDK turns children whose names are numbers into a list with holes.
  return Object.entries(stored).filter(([, value]) => value !== null && value !== undefined);
}

function compareNames(a: string, b: string, locale: string | undefined): number {
  return a.localeCompare(b, locale, { numeric: true, sensitivity: "base" });
}
