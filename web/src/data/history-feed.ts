/** The history of one greenhouse: the ranges that were read, and the newest part, which is listened to. Nothing is read twice. */

import { signal } from "@preact/signals-core";
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

/** Listening starts this long before now, in milliseconds, so that nothing written meanwhile is missed. */
const OVERLAP = 60_000;
/** It ends this long after, so that containers that sort after all push keys are left out. */
const TAIL_LENGTH = 366 * 24 * 3_600_000;

interface Covered {
  readonly from: number;
  readonly to: number;
  /** The time between two samples; 0 if everything was read. */
  readonly sampleStep: number;
  /** How many readings were requested. */
  readonly asked: number;
}

const NOTHING: readonly Reading[] = [];

export class HistoryFeed {
  readonly #database: Database;
  readonly #connection: ConnectionWatch;
  readonly #greenhouseId: string;
  /** Changes with the readings, their coverage and the problem; once for all that arrives together. */
  readonly version = signal(0);
  readonly #readings = new Map<string, readonly Reading[]>();
  readonly #keys = new Set<string>();
  #containers: ReadonlySet<string> = new Set();
  #covered: Covered[] = [];
  #tailFrom: number | undefined;
  /** When the newest entry from the tail was written: the last time that the connection certainly worked. */
  #lastActivity = -Infinity;
  #stopTail: (() => void) | undefined;
  #isListening = false;
  #isAnnouncing = false;
  #problem: Problem | undefined;
  #reading: Promise<void> = Promise.resolve();

  constructor(database: Database, connection: ConnectionWatch, greenhouseId: string) {
    this.#database = database;
    this.#connection = connection;
    this.#greenhouseId = greenhouseId;
    connection.state.subscribe(({ isConnected }) => {
      if (!this.#isListening) return;
      if (isConnected) this.#startTail();
      else this.#endTail();
      this.#announce();
    });
  }

  /** Why the history cannot be read; undefined while it can. */
  get problem(): Problem | undefined {
    return this.#problem;
  }

  /** The uids that have their own node in the history. */
  get containers(): ReadonlySet<string> {
    return this.#containers;
  }

  /** The known readings of a sensor in the order of time: another list after every change. */
  readingsOf(uid: string): readonly Reading[] {
    return this.#readings.get(uid) ?? NOTHING;
  }

  /** When a sensor's first reading of a range was, in Unix milliseconds. */
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
    }
    if (this.#connection.isConnected) this.#startTail();
  }

  stop(): void {
    this.#isListening = false;
    this.#endTail();
  }

  /** The name of a sensor that may have left the farm. */
  nameOf(uid: string): string | undefined {
    return this.readingsOf(uid).at(-1)?.name;
  }

  /** Undefined if part of the range was not read, else the time between two samples; 0 if everything was read. */
  coverage(from: number, to: number): number | undefined {
    return this.#stepWithin(from, to, 0);
  }

  /** Reads what is missing of a range, one range at a time. A sample of fewer readings is taken again. */
  ensure(from: number, to: number, amount: Amount): Promise<void> {
    this.#reading = this.#reading.then(() => this.#readMissing(from, to, amount));
    return this.#reading;
  }

  /** @param asked samples of fewer readings do not count */
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
    if (!this.#connection.isConnected) return;
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
          this.#lastActivity = Math.max(
            this.#lastActivity,
            Math.min(writtenAt, this.#connection.now()),
          );
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

  /** What the tail delivered counts as read, up to the last activity: the connection may have been lost long ago. */
  #endTail(): void {
    if (this.#stopTail === undefined || this.#tailFrom === undefined) return;
    this.#stopTail();
    this.#stopTail = undefined;
    const end = this.#lastActivity - OVERLAP;
    const tailFrom = this.#tailFrom;
    this.#covered = this.#covered.map((covered) =>
      covered.to >= tailFrom ? { ...covered, to: Math.max(covered.to, end) } : covered,
    );
    this.#tailFrom = undefined;
  }

  #add(readings: readonly Reading[]): void {
    const added = new Map<string, Reading[]>();
    for (const reading of readings) {
      const key = `${reading.uid}/${reading.key}`;
      if (this.#keys.has(key)) continue;
      this.#keys.add(key);
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
    if (added.size > 0) this.#announce();
  }

  #announce(): void {
    if (this.#isAnnouncing) return;
    this.#isAnnouncing = true;
    queueMicrotask(() => {
      this.#isAnnouncing = false;
      this.version.value = this.version.peek() + 1;
    });
  }
}

/** A sample is good enough for its own range, not for a small part of it, nor for a view that wants more. */
function isFine(covered: Covered, length: number, asked: number): boolean {
  return covered.asked >= asked && length >= (covered.to - covered.from) / 2;
}
