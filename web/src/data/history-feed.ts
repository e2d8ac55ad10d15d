/**
 * The history of one greenhouse: the newest part (the tail), and ranges that were read. Both have listeners; those of
 * the ranges receive what devices send late. A range ends where the tail begins, so that each new reading reaches only
 * one listener.
 */

import { signal } from "@preact/signals-core";
import { KEY_SLACK_MS } from "../../../domain/src/key-range";
import { timeOfKey } from "../../../domain/src/push-key";
import { readReading } from "../model/reading";
import type { Reading } from "../model/reading";
import type { Window } from "../model/time-range";
import type { ConnectionWatch } from "./connection";
import { HistoryCoverage } from "./history-coverage";
import { RangeReader } from "./history-reader";
import type { Amount } from "./history-reader";
import { queryOf, sourcesOf } from "./history-source";
import type { Source } from "./history-source";
import { problemOf } from "./problem";
import type { Problem } from "./problem";
import { sdkOf } from "./sdk";

/** Listening starts this long before now, in milliseconds, so that nothing written in between is missed. */
const OVERLAP = 60_000;
/** The query ends this long after its start, to exclude containers, which sort after all push keys. */
const TAIL_LENGTH = 366 * 24 * 3_600_000;

const NOTHING: readonly Reading[] = [];

export class HistoryFeed {
  readonly #connection: ConnectionWatch;
  readonly #greenhouseId: string;
  readonly #stopWatching: () => void;
  /** Changes with the readings, their coverage and the problem; once for everything that arrives together. */
  readonly version = signal(0);
  readonly #readings = new Map<string, readonly Reading[]>();
  readonly #keys = new Set<string>();
  #containers: ReadonlySet<string> = new Set();
  readonly #coverage = new HistoryCoverage();
  #tailFrom: number | undefined;
  /** When the newest entry of the tail was written: the last time that the connection was certain to work. */
  #lastActivity = -Infinity;
  #stopTail: (() => void) | undefined;
  #isListening = false;
  #isAnnouncing = false;
  #problem: Problem | undefined;
  #reading: Promise<void> = Promise.resolve();

  constructor(connection: ConnectionWatch, greenhouseId: string) {
    this.#connection = connection;
    this.#greenhouseId = greenhouseId;
    this.#stopWatching = connection.state.subscribe(({ isConnected }) => {
      if (!this.#isListening) return;
      if (isConnected) this.#startTail();
      else {
        this.#endTail();
        // After a reconnection the SDK would hash all of their entries: this takes a second for 3,000 entries.
        this.#coverage.stopReaders();
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
    }
    if (this.#connection.isConnected) this.#startTail();
  }

  /** The listeners of the ranges keep running: they cost nothing unless entries arrive late. */
  stop(): void {
    this.#isListening = false;
    this.#endTail();
  }

  /** Stops for good. */
  close(): void {
    this.stop();
    this.#stopWatching();
    this.#coverage.close();
  }

  /** The name of a sensor that may have left the farm. */
  nameOf(uid: string): string | undefined {
    return this.readingsOf(uid).at(-1)?.name;
  }

  /** Undefined if part of the range was not read, else the time between two samples; 0 if everything was read. */
  coverage(from: number, to: number): number | undefined {
    if (from >= (this.#tailFrom ?? Infinity)) return 0;
    const last = Math.min(to, this.#tailFrom ?? Infinity);
    return this.#coverage.find({ from, to: last, asked: 0, isListened: false })?.sampleStep;
  }

  /**
   * Reads the missing parts of a range, one range at a time, and listens to the range from now on. Parts that were read
   * as a coarser sample, or that no longer have listeners, are read again.
   */
  follow(from: number, to: number, amount: Amount): Promise<void> {
    this.#reading = this.#reading.then(() => this.#readMissing(from, to, amount));
    return this.#reading;
  }

  async #readMissing(from: number, to: number, amount: Amount): Promise<void> {
    if (!this.#connection.isConnected) return;
    const tailFrom = this.#tailFrom ?? this.#connection.now();
    if (from >= tailFrom) return;
    const last = Math.min(to, this.#tailFrom ?? Infinity);
    const asked = amount.readings;
    const found = this.#coverage.find({ from, to: last, asked, isListened: true });
    if (found !== undefined) {
      this.#coverage.keep(found);
      return;
    }
    const known = this.#coverage.findFrom(from);
    const end = Math.min(to, tailFrom);
    const reader = new RangeReader(
      (readings) => this.#add(readings),
      (error) => this.#fail(error),
    );
    try {
      const sampleStep = await reader.read(this.#rangeSources(known?.to ?? from, end), amount);
      this.#coverage.keep({
        from: sampleStep === 0 ? (known?.from ?? from) : from,
        to: end,
        sampleStep,
        asked,
        readers: [...(known?.readers ?? []), reader],
      });
      this.#problem = undefined;
    } catch (error) {
      reader.stop();
      this.#fail(error);
    }
    this.#announce();
  }

  /** Ends before the tail, whose keys begin one clock skew before its first time. */
  #rangeSources(start: number, end: number): readonly Source[] {
    const tailFrom = this.#tailFrom ?? Infinity;
    const last = Math.min(end + KEY_SLACK_MS, tailFrom - KEY_SLACK_MS - 1);
    return sourcesOf(this.#greenhouseId, this.#containers, start - KEY_SLACK_MS, last);
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
      from - KEY_SLACK_MS,
      from + TAIL_LENGTH,
    );
    const stops = sources.map((source) =>
      sdkOf().onChildAdded(
        queryOf(source),
        (snapshot) => {
          const key = snapshot.key ?? "";
          const writtenAt = timeOfKey(key) ?? -Infinity;
          this.#lastActivity = Math.max(
            this.#lastActivity,
            Math.min(writtenAt, this.#connection.now()),
          );
          const reading = readReading(source, key, snapshot.val());
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

  /** The tail counts as read only up to the last activity, because the connection may have been lost long ago. */
  #endTail(): void {
    if (this.#stopTail === undefined || this.#tailFrom === undefined) return;
    this.#stopTail();
    this.#stopTail = undefined;
    this.#coverage.extend(this.#tailFrom, this.#lastActivity - OVERLAP);
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
