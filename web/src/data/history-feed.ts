/**
 * The history of one greenhouse as far as someone looked at it: ranges that were read, and the tail, which is listened
 * to. Nothing is read twice.
 */

import { onChildAdded } from "firebase/database";
import type { Database } from "firebase/database";
import { timeOfKey } from "../../../domain/src/push-key";
import type { Reading } from "../model/reading";
import type { Window } from "../model/time-range";
import type { ConnectionWatch } from "./connection";
import { readRange } from "./history-reader";
import type { Amount } from "./history-reader";
import { queryOf, sourcesOf } from "./history-source";
import { problemOf } from "./problem";
import type { Problem } from "./problem";

/** Listening starts this much before now, in milliseconds: what is written meanwhile is not missed. */
const OVERLAP = 60_000;
/** And it ends here, so that containers that sort behind all keys are not listened to. */
const TAIL_LENGTH = 366 * 24 * 3_600_000;

interface Covered {
  readonly from: number;
  readonly to: number;
  /** The time between two samples; 0 where everything was read. */
  readonly sampleStep: number;
  /** How many readings were asked for. */
  readonly asked: number;
}

const NOTHING: readonly Reading[] = [];

export class HistoryFeed {
  readonly #database: Database;
  readonly #connection: ConnectionWatch;
  readonly #greenhouseId: string;
  readonly #readings = new Map<string, Reading[]>();
  readonly #keys = new Set<string>();
  readonly #listeners = new Set<() => void>();
  #containers: ReadonlySet<string> = new Set();
  #covered: Covered[] = [];
  #tailFrom: number | undefined;
  /**
   * When the newest entry was written that the tail brought: the connection was there still, which nothing else says.
   * An entry may have waited in this device while that slept.
   */
  #heardAt = -Infinity;
  #stopTail: (() => void) | undefined;
  #users = 0;
  #isAnnouncing = false;
  #problem: Problem | undefined;
  #reading: Promise<void> = Promise.resolve();

  constructor(database: Database, connection: ConnectionWatch, greenhouseId: string) {
    this.#database = database;
    this.#connection = connection;
    this.#greenhouseId = greenhouseId;
    connection.listen(({ isConnected }) => {
      if (this.#users === 0) return;
      if (isConnected) this.#startTail();
      else this.#endTail();
      this.#announce();
    });
  }

  /** Why the history cannot be read; undefined while it can. */
  get problem(): Problem | undefined {
    return this.#problem;
  }

  /** What is known of a sensor, in the order of time. */
  readingsOf(uid: string): readonly Reading[] {
    return this.#readings.get(uid) ?? NOTHING;
  }

  /** When a sensor's first reading of a range was, in Unix milliseconds. */
  firstIn(uid: string, { from, to }: Window): number | undefined {
    const at = this.readingsOf(uid).find((reading) => reading.at >= from)?.at;
    return at !== undefined && at <= to ? at : undefined;
  }

  /** The uids that anything is known of. */
  uids(): readonly string[] {
    return [...this.#readings.keys()];
  }

  /**
   * Keeps the tail coming until the returned function is called.
   * @param containers the uids that have a place of their own in the history
   */
  use(containers: ReadonlySet<string>, listener: () => void): () => void {
    const isKnown = [...containers].every((uid) => this.#containers.has(uid));
    this.#containers = new Set([...this.#containers, ...containers]);
    this.#users += 1;
    this.#listeners.add(listener);
    if (!isKnown) this.#endTail();
    if (this.#connection.state.isConnected) this.#startTail();
    return () => {
      this.#users -= 1;
      this.#listeners.delete(listener);
      if (this.#users === 0) this.#endTail();
    };
  }

  /** How a sensor was called that the farm may not know any more. */
  nameOf(uid: string): string | undefined {
    return this.readingsOf(uid).at(-1)?.name;
  }

  /** How much of the range was read: undefined where something is missing, else the time between two samples. */
  coverage(from: number, to: number): number | undefined {
    return this.#stepWithin(from, to, 0);
  }

  /** Reads what is missing of a range, one range at a time; a sample that was taken with less in mind is refined. */
  ensure(from: number, to: number, amount: Amount): Promise<void> {
    this.#reading = this.#reading.then(() => this.#readMissing(from, to, amount));
    return this.#reading;
  }

  /** @param asked samples that were taken for fewer readings do not count */
  #stepWithin(from: number, to: number, asked: number): number | undefined {
    const tailFrom = this.#tailFrom ?? Infinity;
    const last = Math.min(to, tailFrom);
    if (from >= tailFrom) return 0;
    const found = this.#covered
      .filter((covered) => covered.from <= from && covered.to >= last)
      .filter((covered) => covered.sampleStep === 0 || isFine(covered, last - from, asked))
      .sort((a, b) => a.sampleStep - b.sampleStep)[0];
    return found?.sampleStep;
  }

  async #readMissing(from: number, to: number, amount: Amount): Promise<void> {
    if (!this.#connection.state.isConnected) return;
    if (this.#stepWithin(from, to, amount.readings) !== undefined) return;
    const now = this.#connection.now();
    const known = this.#covered.find(
      (covered) => covered.sampleStep === 0 && covered.from <= from && covered.to > from,
    );
    const start = known?.to ?? from;
    const end = Math.min(to, now);
    const sources = sourcesOf(this.#greenhouseId, this.#containers, start, end);
    try {
      const sampleStep = await readRange(this.#database, sources, amount, (readings) =>
        this.#add(readings),
      );
      this.#covered.push({
        from: sampleStep === 0 ? (known?.from ?? from) : from,
        to: end,
        sampleStep,
        asked: amount.readings,
      });
      this.#problem = undefined;
    } catch (error) {
      this.#problem = problemOf(error);
    }
    this.#announce();
  }

  #startTail(): void {
    if (this.#stopTail !== undefined) return;
    const from = this.#connection.now() - OVERLAP;
    const sources = sourcesOf(this.#greenhouseId, this.#containers, from, from + TAIL_LENGTH);
    const stops = sources.map((source) =>
      onChildAdded(
        queryOf(this.#database, source),
        (snapshot) => {
          const key = snapshot.key ?? "";
          const writtenAt = timeOfKey(key) ?? -Infinity;
          this.#heardAt = Math.max(this.#heardAt, Math.min(writtenAt, this.#connection.now()));
          const reading = source.read(key, snapshot.val());
          if (reading !== undefined) this.#add([reading]);
        },
        (error) => {
          this.#problem = problemOf(error);
          this.#announce();
        },
      ),
    );
    this.#tailFrom = from;
    this.#stopTail = () => {
      for (const stop of stops) stop();
    };
  }

  /**
   * What the tail brought is covered from now on, as if it had been read. A connection may have been lost long before
   * that is noticed, as when the device slept.
   */
  #endTail(): void {
    if (this.#stopTail === undefined || this.#tailFrom === undefined) return;
    this.#stopTail();
    this.#stopTail = undefined;
    const end = this.#heardAt - OVERLAP;
    const tailFrom = this.#tailFrom;
    this.#covered = this.#covered.map((covered) =>
      covered.to >= tailFrom ? { ...covered, to: Math.max(covered.to, end) } : covered,
    );
    this.#tailFrom = undefined;
  }

  #add(readings: readonly Reading[]): void {
    const unsorted = new Set<Reading[]>();
    for (const reading of readings) {
      const key = `${reading.uid}/${reading.key}`;
      if (this.#keys.has(key)) continue;
      this.#keys.add(key);
      const row = this.#readings.get(reading.uid) ?? [];
      this.#readings.set(reading.uid, row);
      if (reading.at < (row.at(-1)?.at ?? -Infinity)) unsorted.add(row);
      row.push(reading);
    }
    for (const row of unsorted) row.sort((a, b) => a.at - b.at);
    if (readings.length > 0) this.#announce();
  }

  /** Once for all that arrives together. */
  #announce(): void {
    if (this.#isAnnouncing) return;
    this.#isAnnouncing = true;
    queueMicrotask(() => {
      this.#isAnnouncing = false;
      for (const listener of [...this.#listeners]) listener();
    });
  }
}

/** A sample serves the range that it was taken for, not a small part of it, nor a view that wants more. */
function isFine(covered: Covered, length: number, asked: number): boolean {
  return covered.asked >= asked && length >= (covered.to - covered.from) / 2;
}
