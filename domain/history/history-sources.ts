/**
 * Finds the entries of a greenhouse's history. Signed readings have push keys. Beside them, each sensor that sends with the
 * key in the body has a node under its uid.
 */

import { splitRange } from "../identity/key-range.ts";
import type { KeyRange } from "../identity/key-range.ts";
import { RESERVED_UIDS } from "../identity/keys.ts";
import { MEASUREMENTS } from "../quantities/measurements.ts";
import type { Measurements } from "../quantities/measurements.ts";
import type { Corrections } from "../quantities/corrections.ts";
import { entriesOf, fields, parseFields, asNumber, textOf, timeOf } from "../stored.ts";

/** A range of entries in the order of their keys. */
export interface HistorySource {
  readonly path: string;
  /** The sensor of all entries; undefined if each entry names its sensor. */
  readonly uid: string | undefined;
  readonly range: KeyRange;
}

/** A reading as it is stored. */
export interface HistoryEntry {
  readonly uid: string;
  /** The name of the sensor at that time. */
  readonly sensorName: string | undefined;
  /** The calibrated values that count. */
  readonly measurements: Measurements;
  /** The calibrated values that do not count; undefined without. */
  readonly excluded: Measurements | undefined;
  /** As the sensor sent them. */
  readonly sent: Measurements;
  /** Unix milliseconds. */
  readonly updatedAt: number;
}

/**
 * Returns undefined for a child that is not an entry, such as a sensor's node among signed entries.
 * @param corrections of the farm; `NO_CORRECTIONS` only where readings are wanted as they were sent
 */
export function parseHistoryEntry(
  { uid: own }: Pick<HistorySource, "uid">,
  stored: unknown,
  corrections: Pick<Corrections, "correct">,
): HistoryEntry | undefined {
  const uid = own ?? textOf(stored, "uid");
  const updatedAt = timeOf(stored, "updatedAt");
  if (uid === undefined || updatedAt === undefined) return undefined;
  const sensorName = textOf(stored, "sensorName");
  const sent = sentIn(stored);
  const reading = { uid, at: updatedAt, import: textOf(stored, "import") };
  const { values: measurements, excluded } = corrections.correct(reading, sent);
  return { uid, sensorName, measurements, excluded, sent, updatedAt };
}

const MEASURED = fields(asNumber, ...MEASUREMENTS);

/** Returns the measurements among the fields of a record, as they were sent: nothing that shows figures may use them. */
export function sentIn(stored: unknown): Measurements {
  return parseFields(stored, MEASURED);
}

/**
 * Returns the sensors that have their own node. Their newest values are children of `current`. The other fields of
 * `current` belong to signed readings.
 * @param current `sensors/<greenhouseId>/current`
 */
export function containersIn(current: unknown): readonly string[] {
  return entriesOf(current)
    .map(([key]) => key)
    .filter((key) => !RESERVED_UIDS.includes(key));
}

/**
 * Returns all sources that can hold entries of the range.
 * @param containers the sensors that have their own node
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
