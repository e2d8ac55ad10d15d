/** Reads both layouts of the history. Stored data is not trusted: entries that are not readings are skipped. */

import { parseHistoryEntry } from "@greenhouse/domain/history/history-sources";
import type { HistorySource } from "@greenhouse/domain/history/history-sources";
import { NO_CORRECTIONS } from "@greenhouse/domain/quantities/corrections";
import type { Measurements } from "@greenhouse/domain/quantities/measurements";

export interface Reading {
  /** The push key in the history. */
  readonly key: string;
  readonly uid: string;
  /** The name of the sensor at that time. */
  readonly name?: string | undefined;
  /** Unix milliseconds. */
  readonly at: number;
  readonly values: Measurements;
}

/** Returns undefined if the value is not an entry of the source. @param key its push key */
export function readReading(
  source: Pick<HistorySource, "uid">,
  key: string,
  stored: unknown,
): Reading | undefined {
  const entry = parseHistoryEntry(source, stored, NO_CORRECTIONS);
  if (entry === undefined) return undefined;
  const { uid, sensorName, updatedAt: at, measurements: values } = entry;
  const name = sensorName === undefined ? undefined : shared(sensorName);
  return { key, uid: shared(uid), name, at, values };
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
