/**
 * The readings of hours that wait to be folded again: what a board sends hours late is in the lows and highs of a card at
 * once. Listens while a card shows the day.
 */

import { DAY_MS, HOUR_MS } from "@greenhouse/domain/time";
import { historySources } from "@greenhouse/domain/history/history-sources";
import { keysBetween } from "@greenhouse/domain/identity/key-range";
import type { Reading } from "../../model/values/reading";
import type { ConnectionWatch } from "../connection/connection";
import { FoldWatch } from "./fold-watch";
import { readEntries } from "./history-source";
import type { Entries } from "./history-source";
import { sdkOf } from "../connection/sdk";

export interface LateHoursSettings {
  readonly connection: ConnectionWatch;
  /** The greenhouse's. */
  readonly id: string;
  /** The most readings to read of an hour. */
  readonly most: number;
  /** The uids that have their own node in the history. */
  readonly containers: () => Iterable<string>;
  readonly onChange: () => void;
}

interface LateHour {
  readonly readings: readonly Reading[];
  /** Whether all readings of the hour are there. */
  readonly isWhole: boolean;
}

export class LateHours {
  readonly #settings: LateHoursSettings;
  readonly #folds: FoldWatch;
  readonly #hours = new Map<number, LateHour>();
  readonly #stops: readonly (() => void)[];
  #isStopped = false;

  constructor(settings: LateHoursSettings) {
    const { connection, id, onChange } = settings;
    this.#settings = settings;
    this.#folds = new FoldWatch(connection, id);
    this.#folds.onChange((change, { from }) => {
      if (change === "late") return void this.#read(from);
      for (const start of this.#hours.keys()) {
        if (!this.#folds.due.has(start)) this.#hours.delete(start);
      }
      onChange();
    });
    this.#stops = [
      this.#folds.listen(),
      connection.state.subscribe(({ isConnected }) => {
        if (!isConnected) return;
        for (const [start, { isWhole }] of this.#hours) if (!isWhole) void this.#read(start);
      }),
    ];
  }

  stop(): void {
    this.#isStopped = true;
    for (const stop of this.#stops) stop();
  }

  /** By the start of their hour. */
  get hours(): ReadonlyMap<number, readonly Reading[]> {
    return new Map([...this.#hours].map(([start, { readings }]) => [start, readings]));
  }

  /** Whether late readings may be missing, until their hours are folded again. */
  get isWhole(): boolean {
    return [...this.#hours.values()].every(({ isWhole }) => isWhole);
  }

  /** A late reading has a key of its own time: only signed ones are late. */
  async #read(start: number): Promise<void> {
    const { connection, id, most, containers, onChange } = this.#settings;
    if (start < connection.now() - DAY_MS - HOUR_MS) return;
    const range = keysBetween(start, start + HOUR_MS - 1);
    const sources = historySources(id, containers(), range).filter(({ uid }) => uid === undefined);
    // Without a connection the hour stays incomplete until the next one.
    const parts = await Promise.all(
      sources.map((source) =>
        readEntries(source, sdkOf().limitToLast(most)).catch((): Entries | undefined => undefined),
      ),
    );
    if (this.#isStopped || !this.#folds.due.has(start)) return;
    this.#hours.set(start, {
      readings: parts.flatMap((part) => part?.readings ?? []),
      isWhole: parts.every((part) => part !== undefined && part.count < most),
    });
    onChange();
  }
}
