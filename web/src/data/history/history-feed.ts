/**
 * The history of one greenhouse: ranges, each of which is read once, and what arrives. The last hour or so, the tail,
 * has listeners. What arrives later for an hour before it marks that hour, which is then read again.
 */

import { historySources } from "@greenhouse/domain/history/history-sources";
import { keyRangeOf } from "@greenhouse/domain/identity/key-range";
import { MAX_READINGS } from "@greenhouse/domain/reading-limits";
import { timeOfKey } from "@greenhouse/domain/identity/push-key";
import { foldableUntil } from "@greenhouse/domain/rollups/rollups";
import type { Reading } from "../../model/values/reading";
import type { Window } from "../../model/plot/time-range";
import type { ConnectionWatch } from "../connection/connection";
import type { FoldWatch } from "./fold-watch";
import { readRange } from "./history-reader";
import type { Amount } from "./history-reader";
import { sourcesSince } from "./history-source";
import { HistoryTail } from "./history-tail";
import { problemOf } from "../connection/problem";
import type { Problem } from "../connection/problem";
import { Spans } from "./spans";

const NOTHING: readonly Reading[] = [];

export class HistoryFeed {
  readonly #connection: ConnectionWatch;
  readonly #greenhouseId: string;
  readonly #onChange: () => void;
  readonly #stopWatching: () => void;
  readonly #readings = new Map<string, readonly Reading[]>();
  readonly #keys = new Map<string, Set<string>>();
  #containers: ReadonlySet<string> = new Set();
  /** Before `#since`. */
  readonly #spans = new Spans(() => this.#onChange());
  #tail: HistoryTail | undefined;
  /** Later readings have listeners; the hours before are over. */
  #tailFrom = 0;
  /** No reading of this time or later is missing, in Unix milliseconds; undefined while that is unknown. */
  #since: number | undefined;
  #isListening = false;
  #gaps = 0;
  /** One range is read after the other: batches that mark the same hours do not read them again each. */
  #reading: Promise<void> = Promise.resolve();
  #problem: Problem | undefined;

  /** @param onChange called when the readings, what is known of them, or the problem changed */
  constructor(
    connection: ConnectionWatch,
    folds: FoldWatch,
    greenhouseId: string,
    onChange: () => void,
  ) {
    this.#onChange = onChange;
    this.#connection = connection;
    this.#greenhouseId = greenhouseId;
    // Also when the mark goes: a repeated batch sets a mark that is there already.
    folds.onChange((_, when) => {
      this.#spans.forget(when);
      this.#announceGap();
    });
    this.#stopWatching = connection.state.subscribe(({ isConnected }) => {
      if (!this.#isListening) return;
      // After a reconnection the SDK would hash all entries: this takes a second for 3,000 entries.
      if (isConnected) this.#startTail();
      else this.#endTail();
    });
  }

  /** Why the history cannot be read; undefined while it can. */
  get problem(): Problem | undefined {
    return this.#problem;
  }

  get isReading(): boolean {
    return this.#spans.isReading;
  }

  /** Another number whenever a part that was read may be missing, so that it is to be followed again. */
  get gaps(): number {
    return this.#gaps;
  }

  /** The uids that have their own node in the history. */
  get containers(): ReadonlySet<string> {
    return this.#containers;
  }

  /** The known readings of a sensor in chronological order: a new array after every change. */
  readingsOf(uid: string): readonly Reading[] {
    return this.#readings.get(uid) ?? NOTHING;
  }

  /** The time of a sensor's first reading in a range, in Unix milliseconds. */
  firstIn(uid: string, { from, to }: Window): number | undefined {
    const at = this.readingsOf(uid).find((reading) => reading.at >= from)?.at;
    return at !== undefined && at <= to ? at : undefined;
  }

  /** The uids with known readings. */
  uids(): readonly string[] {
    return [...this.#readings.keys()];
  }

  /**
   * Listens to new entries until `stop`.
   * @param containers the uids that have their own node in the history
   */
  listen(containers: ReadonlySet<string>): void {
    this.#isListening = true;
    if ([...containers].some((uid) => !this.#containers.has(uid))) {
      this.#containers = new Set([...this.#containers, ...containers]);
      this.#endTail();
      // It was read without these.
      this.#spans.forget({ from: -Infinity, to: Infinity });
    }
    if (this.#connection.isConnected) this.#startTail();
  }

  stop(): void {
    this.#isListening = false;
    this.#endTail();
  }

  /** Stops for good. */
  close(): void {
    this.stop();
    this.#stopWatching();
  }

  /** The name of a sensor that may have left the farm. */
  nameOf(uid: string): string | undefined {
    return this.readingsOf(uid).at(-1)?.name;
  }

  /** Undefined if part of the range was not read, else the time between two samples; 0 if everything was read. */
  coverage(from: number, to: number): number | undefined {
    const end = Math.min(to, this.#since ?? Infinity);
    return from < end ? this.#spans.stepIn({ from, to: end }) : 0;
  }

  /** Reads the missing parts of a range, and those that were read as a coarser sample. */
  follow(from: number, to: number, amount: Amount): Promise<void> {
    this.#reading = this.#reading.then(() => this.#fill(from, to, amount));
    return this.#reading;
  }

  async #fill(from: number, to: number, amount: Amount): Promise<void> {
    // Without listeners it would be unknown what arrives.
    if (this.#tail === undefined) return;
    // What reaches the tail is read up to where its listeners take over, which may be later than now.
    const range = { from, to: to < this.#tailFrom ? to : (this.#since ?? this.#tailFrom) };
    if (range.from >= range.to) return;
    try {
      await this.#spans.fill(range, amount.readings, (part) => this.#read(part, amount));
      this.#problem = undefined;
    } catch (error) {
      this.#fail(error);
    }
  }

  #read({ from, to }: Window, amount: Amount): Promise<number> {
    const range = keyRangeOf({ fromMs: from, toMs: to });
    const sources = historySources(this.#greenhouseId, this.#containers, range);
    return readRange(sources, amount, (all) => this.#add(all));
  }

  #fail(error: unknown): void {
    this.#problem = problemOf(error);
    this.#onChange();
  }

  #startTail(): void {
    if (this.#tail !== undefined) return;
    const from = foldableUntil(this.#connection.now());
    // The device slept: between the two times, entries may have been stored.
    if (this.#since !== undefined && this.#since < from) this.#since = undefined;
    this.#tailFrom = from;
    this.#tail = new HistoryTail({
      sources: sourcesSince(this.#greenhouseId, this.#containers, from),
      // The largest batch arrives whole.
      most: MAX_READINGS,
      onReadings: (readings) => this.#receive(readings),
      onRead: (since) => {
        this.#since ??= Math.max(from, since);
        this.#announceGap();
      },
      onError: (error) => this.#fail(error),
    });
    this.#announceGap();
  }

  /** Readings may be stored unnoticed for hours that are not over. */
  #endTail(): void {
    if (this.#tail === undefined) return;
    this.#tail.stop();
    this.#spans.forget({ from: this.#tailFrom, to: Infinity });
    this.#tail = undefined;
    this.#since = undefined;
  }

  #receive(readings: readonly Reading[]): void {
    this.#add(readings);
    // By the entries' times: whatever was stored earlier has arrived, even if the connection has been lost since.
    const newest = Math.max(...readings.map(({ key }) => timeOfKey(key) ?? 0));
    this.#shorten(foldableUntil(Math.min(newest, this.#connection.now())));
  }

  /** Ends hours of the tail that are over: what is stored for them from now on marks them. */
  #shorten(to: number): void {
    const tail = this.#tail;
    const from = this.#tailFrom;
    if (tail === undefined || this.#since === undefined || to <= from) return;
    if (tail.isWhole) this.#spans.hold({ from, to });
    else this.#spans.forget({ from, to });
    this.#tail = undefined;
    this.#since = Math.max(to, this.#since);
    this.#startTail();
    tail.stop();
  }

  /** Whoever shows the history follows it again. */
  #announceGap(): void {
    this.#gaps += 1;
    this.#onChange();
  }

  #add(readings: readonly Reading[]): void {
    const added = new Map<string, Reading[]>();
    for (const reading of readings) {
      const keys = this.#keys.get(reading.uid) ?? new Set();
      if (keys.has(reading.key)) continue;
      this.#keys.set(reading.uid, keys.add(reading.key));
      const row = added.get(reading.uid) ?? [];
      row.push(reading);
      added.set(reading.uid, row);
    }
    for (const [uid, row] of added) {
      const all = [...this.readingsOf(uid), ...row];
      this.#readings.set(
        uid,
        all.sort((a, b) => a.at - b.at),
      );
    }
    if (added.size > 0) this.#onChange();
  }
}
