/**
 * Reads both layouts of the history, and amends readings. Stored data is not trusted: entries that are not readings are
 * skipped.
 */

import { parseHistoryEntry } from "@greenhouse/domain/history/history-sources";
import type { HistorySource } from "@greenhouse/domain/history/history-sources";
import type { Measurements } from "@greenhouse/domain/quantities/measurements";
import { textOf } from "@greenhouse/domain/stored";
import type { Amendments } from "./amendments";
import { isEqual } from "./equal";

export interface Reading {
  /** The push key in the history. */
  readonly key: string;
  /** The sensor: the device that sent the reading, or the sensor that replaced it. */
  readonly uid: string;
  /** The name of the sensor at that time. */
  readonly name?: string | undefined;
  /** Unix milliseconds. */
  readonly at: number;
  /** The calibrated values that count. */
  readonly values: Measurements;
  /** The calibrated values that do not count; undefined without. */
  readonly excluded?: Measurements | undefined;
  /** As the device sent them; undefined if they equal `values`. */
  readonly sent?: Measurements | undefined;
  /** The device that sent it; undefined if it equals `uid`. */
  readonly device?: string | undefined;
  /** The id of the import that brought it; undefined if a device sent it. */
  readonly import?: string | undefined;
}

/** Returns undefined if the value is not an entry of the source. @param key its push key */
export type ReadEntry = (
  source: Pick<HistorySource, "uid">,
  key: string,
  stored: unknown,
) => Reading | undefined;

export function readReading(
  source: Pick<HistorySource, "uid">,
  key: string,
  stored: unknown,
  amendments: Pick<Amendments, "corrections" | "succession">,
): Reading | undefined {
  const entry = parseHistoryEntry(source, stored, amendments.corrections);
  if (entry === undefined) return undefined;
  const { uid, sensorName, updatedAt: at, measurements: values, excluded, sent } = entry;
  const name = sensorName === undefined ? undefined : shared(sensorName);
  const brought = textOf(stored, "import");
  const reading = { key, name, at, ...(brought !== undefined && { import: shared(brought) }) };
  return amended(reading, shared(uid), sent, { values, excluded }, amendments);
}

/** Returns a reading as it is under other amendments; the same object if nothing changes. */
export function amend(reading: Reading, amendments: Amendments): Reading {
  const { uid, device = uid, values, excluded, sent = values, ...rest } = reading;
  const corrected = amendments.corrections.correct({ ...rest, uid: device }, sent);
  const isSame =
    corrected.values === values &&
    excluded === undefined &&
    amendments.succession.ownerOf(device, reading.at) === uid;
  return isSame ? reading : amended(rest, device, sent, corrected, amendments);
}

/** Without amendments, the optional fields are left out: there are hundreds of thousands of readings. */
function amended(
  reading: Pick<Reading, "key" | "name" | "at" | "import">,
  device: string,
  sent: Measurements,
  { values, excluded }: Pick<Reading, "values" | "excluded">,
  { succession }: Pick<Amendments, "succession">,
): Reading {
  const uid = shared(succession.ownerOf(device, reading.at));
  return {
    ...reading,
    uid,
    values,
    ...(excluded !== undefined && { excluded }),
    ...(!isEqual(sent, values) && { sent }),
    ...(device !== uid && { device }),
  };
}

const strings = new Map<string, string>();

/**
 * Returns the same string for the same text. Otherwise thousands of entries would each have a copy of a few uids and
 * names.
 */
function shared(text: string): string {
  const cached = strings.get(text);
  if (cached !== undefined) return cached;
  strings.set(text, text);
  return text;
}
