/** Writes a long history into the database directly. */

import { firstKeyAt } from "@greenhouse/domain/identity/push-key";
import type { DatabaseClient } from "../backend/database-client";

const BATCH = 5_000;

/** Returns a push key of this millisecond; `number` distinguishes keys of the same millisecond. */
function pushKeyAt(timeMs: number, number: number): string {
  return `${firstKeyAt(timeMs)}----${firstKeyAt(number)}`;
}

export interface StoredHistory {
  readonly greenhouse: string;
  readonly fromMs: number;
  readonly stepMs: number;
  readonly count: number;
  /**
   * Makes all entries this sensor's, with the key in the body. By default they are signed readings
   * of ten sensors in turn.
   */
  readonly uid?: string;
}

/** Writes a history. Entry number n has the temperature n / 100. */
export async function storeHistory(database: DatabaseClient, plan: StoredHistory): Promise<void> {
  const { greenhouse, fromMs, stepMs, count, uid } = plan;
  const root = `sensors/${greenhouse}`;
  const folder = uid === undefined ? `${root}/history` : `${root}/history/${uid}`;
  for (let first = 0; first < count; first += BATCH) {
    const entries: Record<string, object> = {};
    for (let number = first; number < Math.min(count, first + BATCH); number += 1) {
      const updatedAt = fromMs + number * stepMs;
      entries[`${folder}/${pushKeyAt(updatedAt, number)}`] = {
        ...(uid === undefined && { uid: `old-${number % 10}` }),
        sensorName: "An old one",
        temperature: number / 100,
        updatedAt,
      };
    }
    await database.patch(entries);
  }
  if (uid === undefined) await database.patch({ [`${root}/current/updatedAt`]: fromMs });
  else await database.patch({ [`${root}/current/${uid}`]: { sensorName: "x", updatedAt: fromMs } });
}
