/**
 * The history of one greenhouse. Each range is read once. The last hour or so, the tail, has listeners. Readings that
 * arrive later for an earlier hour mark that hour, and the feed reads the hour again.
 */

import { historySources } from "@greenhouse/domain/history/history-sources";
import { keyRangeOf } from "@greenhouse/domain/identity/key-range";
import { MAX_READINGS } from "@greenhouse/domain/reading-limits";
import { timeOfKey } from "@greenhouse/domain/identity/push-key";
import { foldableUntil } from "@greenhouse/domain/rollups/rollups";
import type { KnownHistory } from "../../model/history/known-history";
import { amend } from "../../model/values/reading";
import type { ReadEntry, Reading } from "../../model/values/reading";
import type { Amendments } from "../../model/values/amendments";
import type { Window } from "../../model/plot/time-range";
import type { ConnectionWatch } from "../connection/connection";
import type { FoldWatch } from "./fold-watch";
import { readRange } from "./history-reader";
import type { Amount } from "./history-reader";
import { sourcesSince } from "./history-source";
import { HistoryTail } from "./history-tail";
import { RangeStore } from "./range-store";

/** Whether the tail has listeners. */
type Tail =
  | { readonly state: "unwanted" }
  /** There is no connection yet. */
  | { readonly state: "waiting" }
  | Live;

interface Live {
  readonly state: "live";
  readonly listeners: HistoryTail;
  /** Later readings have listeners. Earlier hours are over. */
  readonly from: number;
  /** All readings from this time on are known, in Unix milliseconds; undefined until the feed knows. */
  readonly since: number | undefined;
}

const ALWAYS: Window = { from: -Infinity, to: Infinity };

export class HistoryFeed {
  readonly #connection: ConnectionWatch;
  readonly #folds: FoldWatch;
  readonly #greenhouseId: string;
  readonly #readEntry: ReadEntry;
  readonly #onChange: () => void;
  readonly #stopWatching: () => void;
  /** Its ranges end before `since`. */
  readonly #store = new RangeStore<Reading>(() => this.#onChange());
  #containers: ReadonlySet<string> = new Set();
  #tail: Tail = { state: "unwanted" };
  #lossCount = 0;
  /** Ranges are read one after the other, so that batches that mark the same hours do not read them several times. */
  #reading: Promise<void> = Promise.resolve();

  /** @param onChange called when `history` returns another object */
  constructor(
    connection: ConnectionWatch,
    folds: FoldWatch,
    greenhouseId: string,
    readEntry: ReadEntry,
    onChange: () => void,
  ) {
    this.#onChange = onChange;
    this.#connection = connection;
    this.#folds = folds;
    this.#greenhouseId = greenhouseId;
    this.#readEntry = readEntry;
    // Listens also to removed marks, because a repeated batch may set a mark that already exists.
    folds.onChange((_, when) => {
      this.#store.forget(when);
      this.#announceLoss();
    });
    this.#stopWatching = connection.state.subscribe(({ isConnected }) => {
      if (this.#tail.state === "unwanted") return;
      // After a reconnection the SDK would hash all entries. This takes a second for 3,000 entries.
      if (isConnected) this.#startTail();
      else this.#endTail("waiting");
    });
  }

  /** The history as far as it is known now. */
  get history(): KnownHistory {
    const { rows, ranges, isReading, problem } = this.#store;
    return {
      readings: new Map(rows),
      ranges,
      isReading,
      problem,
      liveSince: this.#tail.state === "live" ? this.#tail.since : undefined,
      lossCount: this.#lossCount,
      folds: this.#folds.state.peek(),
    };
  }

  /** Listens to new entries until `stop`. @param containers the uids that have their own node in the history */
  listen(containers: readonly string[]): void {
    if (this.#tail.state === "unwanted") this.#tail = { state: "waiting" };
    if (containers.some((uid) => !this.#containers.has(uid))) {
      this.#containers = new Set([...this.#containers, ...containers]);
      this.#endTail("waiting");
      // The ranges were read without these containers.
      this.#store.forget(ALWAYS);
    }
    if (this.#connection.isConnected) this.#startTail();
  }

  /** Applies other amendments to the readings that are known. */
  amend(amendments: Amendments): void {
    this.#store.change((reading) => amend(reading, amendments));
  }

  stop(): void {
    this.#endTail("unwanted");
  }

  /** Stops the feed permanently. */
  close(): void {
    this.stop();
    this.#stopWatching();
  }

  /** Reads the missing parts of a range, and parts that were read as a coarser sample. */
  readMissing(from: number, to: number, amount: Amount): Promise<void> {
    this.#reading = this.#reading.then(() => this.#fill(from, to, amount));
    return this.#reading;
  }

  async #fill(from: number, to: number, amount: Amount): Promise<void> {
    const tail = this.#tail;
    // Without listeners the feed would not know what arrives.
    if (tail.state !== "live") return;
    // A range that reaches the tail is read up to where the listeners take over, which may be later than now.
    const range = { from, to: to < tail.from ? to : (tail.since ?? tail.from) };
    if (range.from >= range.to) return;
    await this.#store.fill(range, amount.readings, (part) => this.#read(part, amount));
  }

  #read({ from, to }: Window, amount: Amount): Promise<number> {
    const range = keyRangeOf({ fromMs: from, toMs: to });
    const sources = historySources(this.#greenhouseId, this.#containers, range);
    return readRange(sources, amount, {
      read: this.#readEntry,
      onReadings: (all) => this.#store.add(all),
    });
  }

  /** @param since all readings from this time on are known, if new listeners replace others */
  #startTail(since?: number): void {
    if (this.#tail.state === "live" && since === undefined) return;
    const from = foldableUntil(this.#connection.now());
    const listeners = new HistoryTail({
      sources: sourcesSince(this.#greenhouseId, this.#containers, from),
      read: this.#readEntry,
      // The largest possible batch arrives completely.
      maxEntries: MAX_READINGS,
      onReadings: (readings) => this.#receive(readings),
      onRead: (readSince) => {
        const tail = this.#tail;
        if (tail.state !== "live") return;
        this.#tail = { ...tail, since: tail.since ?? Math.max(from, readSince) };
        this.#announceLoss();
      },
      onError: (error) => this.#store.fail(error),
    });
    // If the device slept, entries may have been stored between `since` and `from`.
    const isGapless = since !== undefined && since >= from;
    this.#tail = { state: "live", listeners, from, since: isGapless ? since : undefined };
    listeners.start();
    this.#announceLoss();
  }

  /** Ends the tail. From now on, readings may arrive unnoticed for hours that are not over. */
  #endTail(state: "unwanted" | "waiting"): void {
    const tail = this.#tail;
    this.#tail = { state };
    if (tail.state !== "live") return;
    tail.listeners.stop();
    this.#store.forget({ from: tail.from, to: Infinity });
  }

  #receive(readings: readonly Reading[]): void {
    this.#store.add(readings);
    // Uses the entries' times: everything stored before them has arrived, even if the connection broke since.
    const newest = Math.max(...readings.map(({ key }) => timeOfKey(key) ?? 0));
    this.#shorten(foldableUntil(Math.min(newest, this.#connection.now())));
  }

  /** Removes hours that are over from the tail. Readings that arrive for them later will mark them. */
  #shorten(to: number): void {
    const tail = this.#tail;
    if (tail.state !== "live" || tail.since === undefined || to <= tail.from) return;
    const over = { from: tail.from, to };
    if (tail.listeners.isWhole) this.#store.hold(over);
    else this.#store.forget(over);
    this.#startTail(Math.max(to, tail.since));
    tail.listeners.stop();
  }

  /** Tells the views about a loss. They call `readMissing` again once they know which part of the history they need. */
  #announceLoss(): void {
    this.#lossCount += 1;
    this.#onChange();
  }
}
