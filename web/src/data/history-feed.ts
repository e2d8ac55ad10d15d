/**
 * The history of one greenhouse: ranges that were read, and the newest part. All of it is listened to, and nothing is read
 * twice while it is. A range ends where the newest part begins, so that live readings reach one listener alone.
 */

import { signal } from "@preact/signals-core";
import { onChildAdded } from "firebase/database";
import type { Database } from "firebase/database";
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
/** Listening that was interrupted for less than this goes on where it began, in milliseconds: each later start adds a range. */
const RESUMED_WITHIN = 5 * 60_000;
/** It ends this long after, so that containers that sort after all push keys are left out. */
const TAIL_LENGTH = 366 * 24 * 3_600_000;
/** This many ranges are listened to, those that were asked for last. */
const MAX_RANGES = 4;

interface Covered {
  readonly from: number;
  readonly to: number;
  /** The time between two samples; 0 if everything was read. */
  readonly sampleStep: number;
  /** How many readings were requested. */
  readonly asked: number;
  /** They listen to it. */
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
  #lastTailFrom = -Infinity;
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

  /** The ranges stay: without new entries they cost nothing. */
  stop(): void {
    this.#isListening = false;
    this.#endTail();
  }

  /** Stops for good. */
  close(): void {
    this.stop();
    this.#stopWatching();
    this.#isClosed = true;
    for (const { readers } of this.#covered) stopAll(readers);
    this.#covered = [];
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
    if (from >= (this.#tailFrom ?? Infinity)) return 0;
    return this.#covering(from, to, asked)?.sampleStep;
  }

  #covering(from: number, to: number, asked: number): Covered | undefined {
    const last = Math.min(to, this.#tailFrom ?? Infinity);
    return this.#covered
      .filter((covered) => covered.from <= from && covered.to >= last)
      .filter((covered) => covered.sampleStep === 0 || isFine(covered, last - from, asked))
      .sort((a, b) => a.sampleStep - b.sampleStep)[0];
  }

  async #readMissing(from: number, to: number, amount: Amount): Promise<void> {
    if (!this.#connection.isConnected || this.#isClosed) return;
    const tailFrom = this.#tailFrom ?? this.#connection.now();
    if (from >= tailFrom) return;
    const found = this.#covering(from, to, amount.readings);
    if (found !== undefined) {
      this.#keep(found);
      return;
    }
    const known = this.#covered.find(
      (covered) => covered.sampleStep === 0 && covered.from <= from && covered.to > from,
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
        readers: [...(known?.readers ?? []), reader],
      });
      this.#problem = undefined;
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

  /** Stops to listen to what this range replaces, and to what nobody has asked for recently. */
  #keep(kept: Covered): void {
    const others = this.#covered.filter(
      (one) =>
        one !== kept &&
        (one.from < kept.from || one.to > kept.to || one.sampleStep < kept.sampleStep),
    );
    const next = [...others, kept].slice(-MAX_RANGES);
    const readers = new Set(next.flatMap((one) => one.readers));
    for (const one of this.#covered) {
      stopAll(one.readers.filter((reader) => !readers.has(reader)));
    }
    if (this.#isClosed) stopAll(kept.readers);
    else this.#covered = next;
  }

  #fail(error: unknown): void {
    this.#problem = problemOf(error);
    this.#announce();
  }

  #startTail(): void {
    if (this.#stopTail !== undefined) return;
    const now = this.#connection.now();
    const isResumed = now - this.#lastTailFrom < RESUMED_WITHIN;
    const from = isResumed ? this.#lastTailFrom : now - OVERLAP;
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
          const reading = source.read(snapshot.key ?? "", snapshot.val());
          if (reading !== undefined) this.#add([reading]);
        },
        (error) => this.#fail(error),
      ),
    );
    this.#tailFrom = from;
    this.#lastTailFrom = from;
    this.#stopTail = () => {
      for (const stop of stops) stop();
    };
  }

  /** What it delivered is kept, but not listened to any more: it counts as read once a range holds it. */
  #endTail(): void {
    this.#stopTail?.();
    this.#stopTail = undefined;
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

function stopAll(readers: readonly RangeReader[]): void {
  for (const reader of readers) reader.stop();
}

/** A sample is good enough for its own range, not for a small part of it, nor for a view that wants more. */
function isFine(covered: Covered, length: number, asked: number): boolean {
  return covered.asked >= asked && length >= (covered.to - covered.from) / 2;
}
