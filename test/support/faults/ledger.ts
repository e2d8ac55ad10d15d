/**
 * Records the readings of a load and their answers, to compare them with the stored readings at the
 * end. Every reading has its own ordinal, which it sends as temperature, humidity and light. So no
 * two readings can be confused, and a half-written reading is noticed.
 */

import type { DatabaseClient } from "../backend/database-client";
import type { Sensor } from "../backend/farm";
import { readRecords } from "../backend/records";
import type { Records } from "../backend/records";

export interface Posting {
  readonly sensor: Sensor;
  readonly ordinal: number;
  /** Status of the last attempt; undefined if the connection broke before an answer. */
  readonly status: number | undefined;
  /** Milliseconds from connection to answer, of the longest attempt that was answered. */
  readonly elapsedMs: number;
}

/** Returns a reading's measurements. */
export function measurementsOf(ordinal: number): Readonly<Record<string, number>> {
  return { temperature: ordinal, humidity: ordinal, light: ordinal };
}

/** Returns everything that contradicts the records, in words; empty if all is right. */
export async function findContradictions(
  postings: readonly Posting[],
  database: DatabaseClient,
  /** Whether a write whose confirmation was lost may be stored although its request was answered with 503. */
  mayKeepUnconfirmed: boolean,
): Promise<readonly string[]> {
  const found: string[] = [];
  const greenhouses = new Set(postings.map(({ sensor }) => sensor.greenhouse));
  const stored = new Map<string, number>();
  for (const greenhouse of greenhouses) {
    const records = await readRecords(database, greenhouse);
    found.push(...findHalfReadings(records).map((text) => `${greenhouse}: ${text}`));
    for (const { uid, light } of records.history) {
      const key = `${uid as string} ${Number(light)}`;
      stored.set(key, (stored.get(key) ?? 0) + 1);
    }
  }
  for (const { sensor, ordinal, status } of postings) {
    const key = `${sensor.uid} ${ordinal}`;
    const entries = stored.get(key) ?? 0;
    stored.delete(key);
    const mayBe = status === 200 ? [1] : mayBeStored(status) && mayKeepUnconfirmed ? [0, 1] : [0];
    if (!mayBe.includes(entries)) {
      found.push(`reading ${ordinal}, answered ${status ?? "not at all"}, has ${entries} entries`);
    }
  }
  for (const key of stored.keys()) found.push(`an entry that nobody sent: ${key}`);
  return found;
}

/** Returns the postings that were answered too late. */
export function findLate(postings: readonly Posting[], limitMs: number): readonly object[] {
  return postings
    .filter(({ elapsedMs }) => elapsedMs >= limitMs)
    .map(({ ordinal, status, elapsedMs }) => ({ ordinal, status, elapsedMs }));
}

/** Returns inconsistencies: `current`, `bySensor` and `history` must contain the same readings. */
export function findHalfReadings({ current, bySensor, history }: Records): readonly string[] {
  const found: string[] = [];
  const ordinals = new Map(history.map((entry) => [Number(entry["light"]), entry]));
  for (const entry of history) if (!isWhole(entry)) found.push(`half: ${JSON.stringify(entry)}`);
  if (history.length === 0) return Object.keys(current).length === 0 ? found : ["no history"];

  const last = ordinals.get(Number(current["light"]));
  if (!isWhole(current) || last?.["updatedAt"] !== current["updatedAt"]) {
    found.push(`current is no entry of history: ${JSON.stringify(current)}`);
  }
  for (const [uid, record] of Object.entries(bySensor)) {
    const fields = record as Record<string, unknown>;
    const entry = ordinals.get(Number(fields["light"]));
    if (!isWhole(fields) || entry?.["uid"] !== uid) {
      found.push(`bySensor/${uid} is no entry of history: ${JSON.stringify(record)}`);
    }
  }
  return found;
}

function isWhole({ temperature, humidity, light }: Readonly<Record<string, unknown>>): boolean {
  return typeof light === "number" && temperature === light && humidity === light;
}

function mayBeStored(status: number | undefined): boolean {
  return status === undefined || status === 503;
}
