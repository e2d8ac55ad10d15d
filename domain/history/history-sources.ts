/**
 * Where a greenhouse's history lies: signed readings side by side under push keys, and between them a node for each
 * sensor that sends with the key in the body, under its uid.
 */

import { splitRange } from "../identity/key-range.ts";
import type { KeyRange } from "../identity/key-range.ts";
import { RESERVED_UIDS } from "../identity/keys.ts";
import { MEASUREMENTS } from "../quantities/measurements.ts";
import type { Measurements } from "../quantities/measurements.ts";
import { entriesOf, fields, numberOf, parseFields, asNumber, textOf } from "../stored.ts";

/** A row of entries in the order of their keys. */
export interface HistorySource {
  readonly path: string;
  /** Whose entries they are; undefined where each one names its sensor. */
  readonly uid: string | undefined;
  readonly range: KeyRange;
}

/** A reading as it is stored. */
export interface HistoryEntry {
  readonly uid: string;
  /** What the sensor was called then. */
  readonly sensorName: string | undefined;
  readonly measurements: Measurements;
  /** Unix milliseconds. */
  readonly updatedAt: number;
}

/** Undefined for a child that is no entry, such as a sensor's node among signed entries. */
export function parseHistoryEntry(
  { uid: own }: Pick<HistorySource, "uid">,
  stored: unknown,
): HistoryEntry | undefined {
  const uid = own ?? textOf(stored, "uid");
  const updatedAt = numberOf(stored, "updatedAt");
  if (uid === undefined || updatedAt === undefined) return undefined;
  const sensorName = textOf(stored, "sensorName");
  return { uid, sensorName, measurements: measurementsIn(stored), updatedAt };
}

const MEASURED = fields(asNumber, ...MEASUREMENTS);

/** The measurements among the fields of a record. */
export function measurementsIn(stored: unknown): Measurements {
  return parseFields(stored, MEASURED);
}

/**
 * The sensors that have a node of their own: their newest values are children of `current`, beside the fields that the
 * signed readings share.
 * @param current `sensors/<greenhouseId>/current`
 */
export function containersIn(current: unknown): readonly string[] {
  return entriesOf(current)
    .map(([key]) => key)
    .filter((key) => !RESERVED_UIDS.includes(key));
}

/**
 * All the rows that can hold entries of the range.
 * @param containers the sensors that have a node of their own
 */
export function historySources(
  greenhouse: string,
  containers: Iterable<string>,
  range: Required<Pick<KeyRange, "from" | "before">>,
): readonly HistorySource[] {
  const path = `sensors/${greenhouse}/history`;
  const uids = [...containers];
  return [
    ...splitRange(range, uids).map((part) => ({ path, uid: undefined, range: part })),
    ...uids.map((uid) => ({ path: `${path}/${uid}`, uid, range })),
  ];
}
