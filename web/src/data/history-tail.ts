/**
 * Listens to the newest entries of a history. Of each row they are not more than a few hundred, because the SDK takes a
 * kilobyte for an entry that has a listener.
 */

import type { DataSnapshot } from "firebase/database";
import { KEY_SLACK_MS } from "../../../domain/src/key-range";
import { MAX_READINGS } from "../../../domain/src/measurements";
import { timeOfKey } from "../../../domain/src/push-key";
import { queryOf } from "./history-source";
import type { Source } from "./history-source";
import { sdkOf } from "./sdk";

/** The largest batch arrives whole. */
const MOST = MAX_READINGS;

export interface TailListener {
  readonly onEntry: (source: Source, key: string, stored: unknown) => void;
  /** Called once, after the entries that were stored before. @param since no reading of this time or later is missing */
  readonly onRead: (since: number) => void;
  readonly onError: (error: Error) => void;
}

export class HistoryTail {
  /** Unix milliseconds: later readings have listeners. */
  readonly from: number;
  readonly #stops: readonly (() => void)[];
  #isWhole = true;

  /** @param sources the rows of readings since `from` */
  constructor(
    from: number,
    sources: readonly Source[],
    { onEntry, onRead, onError }: TailListener,
  ) {
    this.from = from;
    const { limitToLast, onChildAdded, onValue } = sdkOf();
    let awaited = sources.length;
    let since = from;
    this.#stops = sources.flatMap((source) => {
      const query = queryOf(source, limitToLast(MOST));
      let count = 0;
      const add = (entry: DataSnapshot): void => {
        count += 1;
        if (count >= MOST) this.#isWhole = false;
        onEntry(source, entry.key ?? "", entry.val());
      };
      const end = (all: DataSnapshot): void => {
        if (all.size >= MOST) {
          const first = timeOfKey(Object.keys(all.val() as object).sort()[0] ?? "") ?? Infinity;
          since = Math.max(since, first + KEY_SLACK_MS);
        }
        awaited -= 1;
        if (awaited === 0) onRead(since);
      };
      return [onChildAdded(query, add, onError), onValue(query, end, onError, { onlyOnce: true })];
    });
  }

  /** Whether every entry since `from` arrived, also one that was stored later than those that follow it. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }
}
