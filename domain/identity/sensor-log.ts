/**
 * The log of a sensor: `sensorLog/<farmId>/<uid>/<pushKey>`. The update of each change adds an entry, and the changed record
 * names the entry in its field `entry`. The rules demand it. Nobody changes or deletes an entry. Pure.
 */

import { MEASUREMENTS } from "../quantities/measurements.ts";
import type { Measurement } from "../quantities/measurements.ts";
import {
  asNumber,
  asTime,
  asText,
  definedFields,
  fields,
  oneOf,
  parseChildren,
  parseRecord,
  SERVER_TIME,
} from "../stored.ts";
import { SENSOR_ROLES } from "./sensor-records.ts";
import type { SensorRole } from "./sensor-records.ts";

/**
 * What happened to a sensor. `undone`: a calibration, an exclusion or a replacement. `replaced`: another sensor took its
 * place. `continued`: it took the place of another sensor. `key`: its own key was set, replaced or removed. `interval`:
 * its board is asked for another interval.
 */
export const SENSOR_CHANGES = [
  "registered",
  "linked",
  "unlinked",
  "moved",
  "renamed",
  "role",
  "key",
  "interval",
  "calibrated",
  "excluded",
  "undone",
  "replaced",
  "continued",
  "removed",
] as const;
export type SensorChange = (typeof SENSOR_CHANGES)[number];

/** More about a change. Every field may be absent. */
export interface SensorChangeDetails {
  /** The sensor's name after the change. */
  readonly name?: string | undefined;
  /** The id of the greenhouse that the sensor was linked to, or unlinked from. */
  readonly greenhouse?: string | undefined;
  readonly role?: SensorRole | undefined;
  /** The new interval; absent: none is asked for. */
  readonly seconds?: number | undefined;
  /** The calibrated or excluded quantity. */
  readonly quantity?: Measurement | undefined;
  /** The uid of the replaced sensor, or of the sensor that replaced this one. */
  readonly other?: string | undefined;
  /** The affected readings, in Unix milliseconds. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
}

export interface SensorLogEntry extends SensorChangeDetails {
  readonly key: string;
  /** Unix milliseconds. */
  readonly at: number;
  /** The uid of the person. */
  readonly by: string;
  readonly what: SensorChange;
}

/** A sensor, and the farm that registers it. */
export interface SensorOfFarm {
  readonly farmId: string;
  readonly uid: string;
}

/** Who changes a sensor. */
export interface Signature {
  /** A new push key: the name of the entry. */
  readonly key: string;
  /** The uid of the person. */
  readonly by: string;
  /**
   * The registration's `entry` when the change was decided, `NO_ENTRY` without. The rules refuse the change if another came
   * between. Absent: it may come after other changes.
   */
  readonly previous?: string | undefined;
}

export const NO_ENTRY = "none";

const ENTRY = { at: asTime, by: asText, what: oneOf(SENSOR_CHANGES) };
const DETAILS = {
  ...fields(asText, "name", "greenhouse", "other"),
  ...fields(asTime, "from", "until"),
  seconds: asNumber,
  role: oneOf(SENSOR_ROLES),
  quantity: oneOf(MEASUREMENTS),
};

/** Returns the valid entries, the newest first. @param stored `sensorLog/<farmId>/<uid>` */
export function parseSensorLog(stored: unknown): readonly SensorLogEntry[] {
  return parseChildren(stored, (child, key) => {
    const entry = parseRecord(child, ENTRY, DETAILS);
    return entry && { key, ...entry };
  }).toSorted((a, b) => b.at - a.at || (a.key < b.key ? 1 : -1));
}

export function sensorLogPath({ farmId, uid }: SensorOfFarm): string {
  return `sensorLog/${farmId}/${uid}`;
}

const LOG_ENTRY = /^sensorLog\/[^/]+\/[^/]+\/[^/]+$/;
const NAMED_ENTRY = /^registeredSensors\/[^/]+\/entry$/;

/** Returns the path of an entry that an update adds; undefined without. */
export function logEntryIn(update: Readonly<Record<string, unknown>>): string | undefined {
  return Object.keys(update).find((path) => LOG_ENTRY.test(path));
}

/** Whether every change of a sensor writes this path. */
export function namesLogEntry(path: string): boolean {
  return NAMED_ENTRY.test(path);
}

/**
 * Returns the part of an update that adds an entry. The changed record must have `entry: key`.
 * @param details fields that are undefined are left out
 */
export function logged(
  sensor: SensorOfFarm,
  { key, by, previous }: Signature,
  what: SensorChange,
  details: SensorChangeDetails = {},
): Readonly<Record<string, object>> {
  return {
    [`${sensorLogPath(sensor)}/${key}`]: {
      at: SERVER_TIME,
      by,
      what,
      ...(previous !== undefined && { previous }),
      ...definedFields(details),
    },
  };
}
