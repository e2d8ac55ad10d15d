/**
 * The readings of hours that wait to be folded again. With them, the lows and highs of a card include readings that a
 * board sends hours late. Listens while a card shows the day.
 */

import { DAY_MS, HOUR_MS } from "@greenhouse/domain/time";
import { historySources } from "@greenhouse/domain/history/history-sources";
import { keysBetween } from "@greenhouse/domain/identity/key-range";
import type { Range } from "../../model/history/ranges";
import type { Reading } from "../../model/values/reading";
import type { DayWatchSettings } from "./day-watch";
import { FoldWatch } from "./fold-watch";
import { readEntries } from "./history-source";
import type { Entries } from "./history-source";
import { RangeStore } from "./range-store";
import { sdkOf } from "../connection/sdk";

/** The maximum number of readings in an hour: two sensors a minute. */
const MAX_OF_HOUR = 120;
export class LateHours {
  readonly #settings: DayWatchSettings;
  readonly #folds: FoldWatch;
  /** Marks an hour as a sample if some of its readings are missing. */
  readonly #store: RangeStore<Reading>;
  readonly #stops: readonly (() => void)[];

  constructor(settings: DayWatchSettings, onChange: () => void) {
    const { connection, greenhouseId } = settings;
    this.#settings = settings;
    this.#store = new RangeStore(onChange);
    this.#folds = new FoldWatch(connection, greenhouseId);
    this.#folds.onChange((change, { from }) => {
      if (change === "late") void this.#read(from);
      else this.#forgetFolded();
    });
    this.#stops = [
      this.#folds.listen(),
      connection.state.subscribe(({ isConnected }) => {
        if (!isConnected) return;
        for (const range of this.#store.ranges) {
          if (isSample(range)) void this.#read(range.from);
        }
      }),
    ];
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }

  get readings(): readonly Reading[] {
    return [...this.#store.rows.values()].flat();
  }

  /** Whether all late readings of hours that wait are known. */
  get isWhole(): boolean {
    return !this.#store.ranges.some(isSample);
  }

  #forgetFolded(): void {
    const { due } = this.#folds.state.peek();
    for (const { from, to } of this.#store.ranges) {
      if (due.has(from)) continue;
      this.#store.remove({ from, to });
      this.#store.forget({ from, to });
    }
  }

  /** Reads the late readings of an hour. Their keys have their own time, because only signed readings can be late. */
  async #read(start: number): Promise<void> {
    const { connection, greenhouseId, greenhouse } = this.#settings;
    if (start < connection.now() - DAY_MS - HOUR_MS) return;
    const end = start + HOUR_MS;
    const range = keysBetween(start, end - 1);
    const sources = historySources(greenhouseId, greenhouse.senders.containers, range).filter(
      ({ uid }) => uid === undefined,
    );
    await this.#store.refresh({ from: start, to: end }, async () => {
      // Without a connection the hour stays incomplete until the next connection.
      const parts = await Promise.all(
        sources.map((source) =>
          readEntries(source, sdkOf().limitToLast(MAX_OF_HOUR), greenhouse.readEntry).catch(
            (): Entries | undefined => undefined,
          ),
        ),
      );
      const readings = parts.flatMap((part) => part?.readings ?? []);
      const isDue = this.#folds.state.peek().due.has(start);
      if (isDue) this.#store.add(readings.filter(({ at }) => at >= start && at < end));
      return parts.every((part) => part !== undefined && part.count < MAX_OF_HOUR) ? 0 : HOUR_MS;
    });
  }
}

function isSample(range: Range): boolean {
  return range.state === "held" && range.step > 0;
}
