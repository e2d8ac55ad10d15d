/**
 * The history of one greenhouse: ranges that were read, and the newest part, which is listened to. Ranges that are drawn
 * are listened to as well, for what devices send later. A range ends where the newest part begins, so that live readings
 * reach one listener alone.
 */

import { signal } from "@preact/signals-core";
import { onChildAdded } from "firebase/database";
import type { Database } from "firebase/database";
import { timeOfKey } from "../../../domain/src/push-key";
import type { Reading } from "../model/reading";
import type { Window } from "../model/time-range";
import type { ConnectionWatch } from "./connection";
import { RangeReader } from "./history-reader";
import type { Amount } from "./history-reader";
import { CLOCK_SKEW, queryOf, sourcesOf } from "./history-source";
import type { Source } from "./history-source";
import { problemOf } from "./problem";
import type { Problem } from "./problem";

/** Listening starts this long before now, in milliseconds, so that nothing written meanwhile is missed. */
const OVERLAP = 60_000;
/** It ends this long after, so that containers that sort after all push keys are left out. */
const TAIL_LENGTH = 366 * 24 * 3_600_000;
/** This many ranges are listened to, those that were asked for last. */
const MAX_LISTENED = 4;

interface Covered {
  readonly from: number;
  readonly to: number;
  /** The time between two samples; 0 if everything was read. */
  readonly sampleStep: number;
  /** How many readings were requested. */
  readonly asked: number;
  /** They listen to it; empty if it was only read. */
  readonly readers: readonly RangeReader[];
}

const NOTHING: readonly Reading[] = [];

export class HistoryFeed {
  readonly #database: Database;
  readonly #connection: ConnectionWatch;
  readonly #greenhouseId: string;
  readonly #stopWatching: () => void;
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
  #isClosed = false;
  #isAnnouncing = false;
  #problem: Problem | undefined;
  #reading: Promise<void> = Promise.resolve();

  constructor(database: Database, connection: ConnectionWatch, greenhouseId: string) {
    this.#database = database;
    this.#connection = connection;
    this.#greenhouseId = greenhouseId;
    this.#stopWatching = connection.state.subscribe(({ isConnected }) => {
      if (!this.#isListening) return;
      if (isConnected) this.#startTail();
      else {
        this.#endTail();
        this.#stopReaders();
      }
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

  /** Ranges are still listened to: without late entries that costs nothing. */
  stop(): void {
    this.#isListening = false;
    this.#endTail();
  }

  /** Stops for good. */
  close(): void {
    this.stop();
    this.#stopWatching();
    this.#isClosed = true;
    this.#stopReaders();
  }

  /** The name of a sensor that may have left the farm. */
  nameOf(uid: string): string | undefined {
    return this.readingsOf(uid).at(-1)?.name;
  }

  /** Undefined if part of the range was not read, else the time between two samples; 0 if everything was read. */
  coverage(from: number, to: number): number | undefined {
    if (from >= (this.#tailFrom ?? Infinity)) return 0;
    return this.#covering(from, to, 0, false)?.sampleStep;
  }

  /** Reads what is missing of a range, one range at a time. A sample of fewer readings is taken again. */
  ensure(from: number, to: number, amount: Amount): Promise<void> {
    return this.#queue(() => this.#readMissing(from, to, amount, false));
  }

  /** The same for a range that is to be listened to from now on. What was only read of it is read again. */
  follow(from: number, to: number, amount: Amount): Promise<void> {
    return this.#queue(() => this.#readMissing(from, to, amount, true));
  }

  #queue(read: () => Promise<void>): Promise<void> {
    this.#reading = this.#reading.then(read);
    return this.#reading;
  }

  /** @param asked samples of fewer readings do not count */
  #covering(from: number, to: number, asked: number, isFollowed: boolean): Covered | undefined {
    const last = Math.min(to, this.#tailFrom ?? Infinity);
    return this.#covered
      .filter((covered) => covered.from <= from && covered.to >= last)
      .filter((covered) => covered.sampleStep === 0 || isFine(covered, last - from, asked))
      .filter((covered) => !isFollowed || isListened(covered))
      .sort((a, b) => a.sampleStep - b.sampleStep)[0];
  }

  async #readMissing(from: number, to: number, amount: Amount, isFollowed: boolean): Promise<void> {
    if (!this.#connection.isConnected || this.#isClosed) return;
    const tailFrom = this.#tailFrom ?? this.#connection.now();
    if (from >= tailFrom) return;
    const found = this.#covering(from, to, amount.readings, isFollowed);
    if (found !== undefined) {
      if (isFollowed) this.#keep(found);
      return;
    }
    const known = this.#covered.find(
      (covered) =>
        covered.sampleStep === 0 &&
        covered.from <= from &&
        covered.to > from &&
        (!isFollowed || isListened(covered)),
    );
    const end = Math.min(to, tailFrom);
    const reader = new RangeReader(
      this.#database,
      (readings) => this.#add(readings),
      (error) => this.#fail(error),
    );
    try {
      const sampleStep = await reader.read(this.#rangeSources(known?.to ?? from, end), amount);
      this.#keep({
        from: sampleStep === 0 ? (known?.from ?? from) : from,
        to: end,
        sampleStep,
        asked: amount.readings,
        readers: isFollowed ? [...(known?.readers ?? []), reader] : [],
      });
      this.#problem = undefined;
      if (!isFollowed) reader.stop();
    } catch (error) {
      reader.stop();
      this.#fail(error);
    }
    this.#announce();
  }

  /** Up to the tail, which holds the keys of its own times and of the clock skew before them. */
  #rangeSources(start: number, end: number): readonly Source[] {
    const tailFrom = this.#tailFrom ?? Infinity;
    const last = Math.min(end + CLOCK_SKEW, tailFrom - CLOCK_SKEW - 1);
    return sourcesOf(this.#greenhouseId, this.#containers, start - CLOCK_SKEW, last);
  }

  /** In place of the ranges that it holds. Of those that are listened to, only the newest stay so. */
  #keep(kept: Covered): void {
    const others = this.#covered.filter((one) => one !== kept && !isReplaced(one, kept));
    const listened = [...others, kept].filter(isListened).slice(-MAX_LISTENED);
    const readers = new Set(this.#isClosed ? [] : listened.flatMap((one) => one.readers));
    for (const one of [...this.#covered, kept]) {
      stopAll(one.readers.filter((reader) => !readers.has(reader)));
    }
    this.#covered = [...others, kept].map((one) =>
      listened.includes(one) ? one : { ...one, readers: [] },
    );
  }

  /** What they read stays. After a lost connection, the SDK would compute a hash of all of it: a second for 3,000 entries. */
  #stopReaders(): void {
    for (const { readers } of this.#covered) stopAll(readers);
    this.#covered = this.#covered.map((covered) => ({ ...covered, readers: [] }));
  }

  #fail(error: unknown): void {
    this.#problem = problemOf(error);
    this.#announce();
  }

  #startTail(): void {
    if (this.#stopTail !== undefined) return;
    const from = this.#connection.now() - OVERLAP;
    const sources = sourcesOf(
      this.#greenhouseId,
      this.#containers,
      from - CLOCK_SKEW,
      from + TAIL_LENGTH,
    );
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
        (error) => this.#fail(error),
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
    this.#tailFrom = undefined;
    for (const covered of this.#covered) {
      if (covered.to >= tailFrom && end > covered.to)
        this.#keep({ ...covered, to: end, readers: [] });
    }
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

function isListened({ readers }: Covered): boolean {
  return readers.length > 0;
}

/** One that is listened to is not replaced by one that was only read. */
function isReplaced(one: Covered, by: Covered): boolean {
  const isHeld = by.from <= one.from && by.to >= one.to && by.sampleStep <= one.sampleStep;
  return isHeld && (isListened(by) || !isListened(one));
}

function stopAll(readers: readonly RangeReader[]): void {
  for (const reader of readers) reader.stop();
}

/** A sample is good enough for its own range, not for a small part of it, nor for a view that wants more. */
function isFine(covered: Covered, length: number, asked: number): boolean {
  return covered.asked >= asked && length >= (covered.to - covered.from) / 2;
}
