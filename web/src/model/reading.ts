/** Reads both layouts of the history. Stored data is not trusted: whatever is not a reading is skipped. */

import { readHistoryEntry } from "../../../domain/src/history-sources";
import type { HistorySource } from "../../../domain/src/history-sources";
import type { Measurements } from "../../../domain/src/measurements";

export interface Reading {
  /** Its push key in the history. */
  readonly key: string;
  readonly uid: string;
  /** The name of the sensor at that time. */
  readonly name?: string | undefined;
  /** Unix milliseconds. */
  readonly at: number;
  readonly values: Measurements;
}

/** Undefined for what is no entry of the source. @param key its push key */
export function readReading(
  source: Pick<HistorySource, "uid">,
  key: string,
  stored: unknown,
): Reading | undefined {
  const entry = readHistoryEntry(source, stored);
  if (entry === undefined) return undefined;
  const { uid, sensorName: name, updatedAt: at, measurements: values } = entry;
  return { key, uid, name, at, values };
}
