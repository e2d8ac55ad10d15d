/**
 * Listens to the newest entries of a history. The number of entries of each source is limited, because the SDK takes a
 * kilobyte for each entry with a listener.
 */

import type { DataSnapshot } from "firebase/database";
import { KEY_SLACK_MS } from "@greenhouse/domain/identity/key-range";
import { timeOfKey } from "@greenhouse/domain/identity/push-key";
import type { ReadEntry, Reading } from "../../model/values/reading";
import { queryOf } from "./history-source";
import type { Source } from "./history-source";
import { sdkOf } from "../connection/sdk";

export interface TailSettings {
  /** The sources of readings since a time: see `sourcesSince`. */
  readonly sources: readonly Source[];
  readonly read: ReadEntry;
  /** The maximum number of entries of each source. */
  readonly maxEntries: number;
  /** Called with all readings that arrive together. */
  readonly onReadings: (readings: readonly Reading[]) => void;
  /**
   * Called once, after the readings that were already stored.
   * @param since all readings from this time on are known, in Unix milliseconds; -Infinity if no reading is missing
   */
  readonly onRead: (since: number) => void;
  readonly onError: (error: Error) => void;
}

export class HistoryTail {
  readonly #settings: TailSettings;
  #stops: readonly (() => void)[] = [];
  #isWhole = true;

  constructor(settings: TailSettings) {
    this.#settings = settings;
  }

  start(): void {
    const { sources, read, maxEntries, onReadings, onRead, onError } = this.#settings;
    const { limitToLast, onChildAdded, onValue } = sdkOf();
    let awaited = sources.length;
    let since = -Infinity;
    this.#stops = sources.flatMap((source) => {
      const query = queryOf(source, limitToLast(maxEntries));
      let count = 0;
      let firstKey: string | undefined;
      let arrived: Reading[] = [];
      const flush = (): void => {
        const all = arrived;
        arrived = [];
        if (all.length > 0) onReadings(all);
      };
      const add = (entry: DataSnapshot): void => {
        count += 1;
        if (count >= maxEntries) this.#isWhole = false;
        const key = entry.key ?? "";
        firstKey ??= key;
        const reading = read(source, key, entry.val());
        if (reading === undefined) return;
        if (arrived.length === 0) queueMicrotask(flush);
        arrived.push(reading);
      };
      const end = (): void => {
        flush();
        if (count >= maxEntries)
          since = Math.max(since, (timeOfKey(firstKey ?? "") ?? 0) + KEY_SLACK_MS);
        awaited -= 1;
        if (awaited === 0) onRead(since);
      };
      return [onChildAdded(query, add, onError), onValue(query, end, onError, { onlyOnce: true })];
    });
  }

  /** Whether every reading has arrived, including late readings of earlier times. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }
}
