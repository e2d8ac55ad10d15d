/**
 * The last day of a greenhouse, listened to while a card reads `version`: folded hours, and the readings since the last of
 * them. Where nothing was folded of late, the readings of the day.
 */

import { signal } from "@preact/signals-core";
import { limitToLast } from "firebase/database";
import type { Database } from "firebase/database";
import {
  greenhouseRollUpPath,
  HOUR_MS,
  readCoverage,
  readGreenhouseRollUp,
  readSeries,
} from "../../../domain/src/rollups";
import { hoursOf } from "../model/day";
import type { Hours } from "../model/day";
import { CHARTED } from "../model/measurement";
import type { Charted } from "../model/measurement";
import type { Reading } from "../model/reading";
import { DAY } from "../model/time-range";
import type { ConnectionWatch } from "./connection";
import type { GreenhouseWatch } from "./greenhouse-watch";
import { CLOCK_SKEW, listenToEntries, sourcesOf } from "./history-source";
import type { Entries } from "./history-source";
import { announce } from "./announce";
import { watch } from "./watch";

/** Those that touch the last day. */
const HOURS = 25;
/** Hours that were folded longer ago say too little of the day. */
const MOST_BEHIND = 3 * HOUR_MS;
/** The most readings that are read since the last folded hour: a screen of cards reads so many for each. */
const TAIL = 80;
/** The tail ends so long after now, so that containers that sort after all push keys are left out. */
const TAIL_LENGTH = 366 * DAY;
/** Without folded hours: about the most readings of a day, and some of each sensor. */
const DAY_AMOUNT = { readings: 1000, perSensor: 36 };
const NO_HOURS: Hours = new Map();
/** Of what cannot be read. */
const NO_ENTRIES: Entries = { readings: [], count: 0, firstKey: undefined, lastKey: undefined };

export class DayWatch {
  /** The first reader starts the listeners, the last one stops them. */
  readonly version = signal(0, { watched: () => this.#start(), unwatched: () => this.#stop() });
  readonly #database: Database;
  readonly #connection: ConnectionWatch;
  readonly #greenhouse: GreenhouseWatch;
  readonly #id: string;
  /** Up to when hours are folded; undefined: too few are. */
  #foldedUntil: number | undefined;
  readonly #folded = new Map<Charted, Hours>();
  readonly #tail = new Map<number, Entries>();
  #tailSources = 0;
  #stops: (() => void)[] = [];
  #stopTail: (() => void)[] = [];
  #isReading = false;

  constructor(
    database: Database,
    connection: ConnectionWatch,
    greenhouse: GreenhouseWatch,
    id: string,
  ) {
    this.#database = database;
    this.#connection = connection;
    this.#greenhouse = greenhouse;
    this.#id = id;
  }

  /** Whether the day arrived, or cannot be read. */
  get isRead(): boolean {
    if (this.#foldedUntil === undefined) return this.#sampleStep !== undefined;
    return this.#folded.size === CHARTED.length && this.#tail.size === this.#tailSources;
  }

  /** Up to when nothing is missing, in Unix milliseconds: the day may have too many readings to read all of them. */
  wholeUntil(now: number): number | undefined {
    if (this.#foldedUntil === undefined) return this.#sampleStep === 0 ? now : undefined;
    const isWhole = [...this.#tail.values()].every(({ count }) => count < this.#tailLimit);
    return isWhole ? now : this.#foldedUntil;
  }

  /** @param uids the sensors of the air */
  hoursOf(quantity: Charted, uids: readonly string[]): Hours {
    const { feed } = this.#greenhouse;
    const until = this.#foldedUntil;
    if (until === undefined) {
      return hoursOf(
        uids.map((uid) => feed.readingsOf(uid)),
        quantity,
      );
    }
    const rows = new Map<string, Reading[]>(uids.map((uid) => [uid, []]));
    for (const { readings } of this.#tail.values()) {
      for (const reading of readings) if (reading.at >= until) rows.get(reading.uid)?.push(reading);
    }
    return new Map([
      ...(this.#folded.get(quantity) ?? NO_HOURS),
      ...hoursOf([...rows.values()], quantity),
    ]);
  }

  get #sampleStep(): number | undefined {
    const now = this.#connection.now();
    const { feed } = this.#greenhouse;
    return feed.problem === undefined ? feed.coverage(now - DAY + HOUR_MS, now) : Infinity;
  }

  get #tailLimit(): number {
    return Math.ceil(TAIL / Math.max(1, this.#tailSources));
  }

  #start(): void {
    const path = `rollupCoverage/${this.#id}`;
    this.#stops.push(
      watch(this.#database, path, undefined, readCoverage, (watched) => {
        if (watched.status === "loading") return;
        const coverage = watched.status === "ready" ? watched.value : undefined;
        const isBehind = this.#connection.now() - (coverage?.until ?? 0) > MOST_BEHIND;
        if (coverage === undefined || isBehind) this.#readReadings();
        else this.#readFolded(coverage.until);
      }),
    );
  }

  #stop(): void {
    for (const stop of [...this.#stops, ...this.#stopTail]) stop();
    this.#stops = [];
    this.#stopTail = [];
    this.#foldedUntil = undefined;
    this.#isReading = false;
    this.#folded.clear();
  }

  #readFolded(until: number): void {
    const isFirst = this.#foldedUntil === undefined;
    this.#foldedUntil = until;
    if (!isFirst) {
      this.#endTail();
      if (this.#connection.isConnected) this.#startTail();
      return;
    }
    const read = (stored: unknown): Hours => readSeries(stored, readGreenhouseRollUp);
    for (const quantity of CHARTED) {
      const path = greenhouseRollUpPath(this.#id, "hour", quantity);
      this.#stops.push(
        watch(this.#database, path, { newest: HOURS }, read, (watched) => {
          if (watched.status === "loading") return;
          this.#folded.set(quantity, watched.status === "ready" ? watched.value : NO_HOURS);
          announce(this.version);
        }),
      );
    }
    this.#stops.push(
      this.#connection.state.subscribe(({ isConnected }) => {
        // Connected again, the SDK would compute a hash of what it has, which takes a phone longer than to read it.
        if (isConnected) this.#startTail();
        else this.#endTail();
      }),
    );
  }

  #startTail(): void {
    const from = (this.#foldedUntil ?? 0) - CLOCK_SKEW;
    const end = this.#connection.now() + TAIL_LENGTH;
    const sources = sourcesOf(this.#id, this.#greenhouse.containers, from, end);
    this.#tailSources = sources.length;
    this.#tail.clear();
    this.#stopTail = sources.map((source, index) => {
      const limit = [limitToLast(this.#tailLimit)];
      const { first, stop } = listenToEntries(this.#database, source, limit, (entries) => {
        this.#tail.set(index, entries);
        announce(this.version);
      });
      first.catch(() => {
        this.#tail.set(index, NO_ENTRIES);
        announce(this.version);
      });
      return stop;
    });
  }

  #endTail(): void {
    for (const stop of this.#stopTail) stop();
    this.#stopTail = [];
  }

  #readReadings(): void {
    if (this.#isReading) return;
    this.#isReading = true;
    const { feed, history } = this.#greenhouse;
    this.#stops.push(
      history.subscribe(() => announce(this.version)),
      this.#connection.state.subscribe(({ isConnected }) => {
        if (!isConnected) return;
        const sensors = Math.max(1, this.#greenhouse.sensors);
        const readings = Math.max(DAY_AMOUNT.readings, DAY_AMOUNT.perSensor * sensors);
        const now = this.#connection.now();
        void feed.follow(now - DAY, now, { readings, sensors }).then(() => announce(this.version));
      }),
    );
  }
}

const known = new WeakMap<GreenhouseWatch, DayWatch>();

/** The same object for the same greenhouse, as long as its farm is shown. */
export function dayOf(
  database: Database,
  connection: ConnectionWatch,
  greenhouse: GreenhouseWatch,
  id: string,
): DayWatch {
  const day = known.get(greenhouse) ?? new DayWatch(database, connection, greenhouse, id);
  known.set(greenhouse, day);
  return day;
}
