/** Groups readings into batches by sender. Pure. */

import { MAX_READINGS, MAX_SIGNED_BODY_BYTES } from "@greenhouse/domain/reading-limits";
import type { LoadedReading } from "./found-reading";

/** Room for the other fields of a body: the longest id, the time, brackets. */
const ENVELOPE_BYTES = 16 * 1024;
const MAX_BYTES = MAX_SIGNED_BODY_BYTES - ENVELOPE_BYTES;

/** A farm or a sensor, with the key that is valid for it. */
export interface Sender {
  readonly id: { readonly farmId: string } | { readonly uid: string };
  readonly key: string;
}

export interface NumberedReading {
  readonly line: number;
  readonly reading: LoadedReading;
}

export interface Batch {
  readonly sender: Sender;
  /** In the form in which they are sent. */
  readonly readings: readonly object[];
  /** The same readings as they were found. */
  readonly rows: readonly NumberedReading[];
}

/**
 * Sorts the readings of each batch and the batches of a sender by time, so that the newest reading
 * of a sender is sent last. The newest reading of the last five minutes becomes the sensor's newest
 * value.
 */
export function planBatches(
  rows: readonly NumberedReading[],
  senderOf: (uid: string) => Sender,
): readonly Batch[] {
  const bySender = new Map<Sender, NumberedReading[]>();
  for (const row of rows.toSorted((a, b) => a.reading.timestamp - b.reading.timestamp)) {
    const sender = senderOf(row.reading.uid);
    const own = bySender.get(sender);
    if (own === undefined) bySender.set(sender, [row]);
    else own.push(row);
  }
  return [...bySender].flatMap(([sender, own]) => split(sender, own));
}

function split(sender: Sender, rows: readonly NumberedReading[]): readonly Batch[] {
  const batches: { sender: Sender; readings: object[]; rows: NumberedReading[] }[] = [];
  let bytes = Infinity;
  for (const row of rows) {
    const { uid, timestamp, measurements } = row.reading;
    const fields = { ...("farmId" in sender.id && { uid }), timestamp, ...measurements };
    const size = Buffer.byteLength(JSON.stringify(fields)) + 1;
    let batch = batches.at(-1);
    if (batch === undefined || batch.readings.length >= MAX_READINGS || bytes + size > MAX_BYTES) {
      batch = { sender, readings: [], rows: [] };
      batches.push(batch);
      bytes = 0;
    }
    batch.readings.push(fields);
    batch.rows.push(row);
    bytes += size;
  }
  return batches;
}
