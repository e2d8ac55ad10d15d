/** One greenhouse: its newest values and its history, listened to while a view reads `version`. */

import { entriesOf } from "../../../domain/src/stored";
import { batch, signal } from "@preact/signals-core";
import type { Signal } from "@preact/signals-core";
import type { Database } from "firebase/database";
import type { Sensor } from "../model/farm";
import { stateOf } from "../model/latest";
import type { SensorState } from "../model/latest";
import { DAY } from "../model/time-range";
import type { ConnectionWatch } from "./connection";
import { HistoryFeed } from "./history-feed";
import type { LastSeenWatch } from "./last-seen-watch";
import { LOADING, valueOf, watch } from "./watch";
import type { Watched } from "./watch";

/** A sparkline needs no more readings of its day, but some of each sensor. */
const DAY_AMOUNT = { readings: 1000, perSensor: 36 };

export class GreenhouseWatch {
  readonly feed: HistoryFeed;
  /** Changes with the values and the history. The first reader starts the listeners, the last one stops them. */
  readonly version = signal(0, { watched: () => this.#start(), unwatched: () => this.#stop() });
  readonly #database: Database;
  readonly #connection: ConnectionWatch;
  readonly #lastSeen: LastSeenWatch;
  readonly #path: string;
  #current: Watched<unknown> = LOADING;
  #bySensor: Watched<unknown> = LOADING;
  #stops: (() => void)[] = [];
  #canRead = false;
  #isDayRead = false;

  constructor(
    database: Database,
    connection: ConnectionWatch,
    lastSeen: LastSeenWatch,
    id: string,
  ) {
    this.#database = database;
    this.#connection = connection;
    this.#lastSeen = lastSeen;
    this.#path = `sensors/${id}`;
    this.feed = new HistoryFeed(database, connection, id);
  }

  /** Whether the newest values arrived, or failed to: see `problem`. */
  get isReady(): boolean {
    const isAwaited = [this.#current, this.#bySensor].some(({ status }) => status === "loading");
    return !isAwaited && this.#lastSeen.isKnown;
  }

  /** Whether the last day of the history was read, or cannot be. */
  get isDayRead(): boolean {
    return this.isReady && (this.#isDayRead || this.problem !== undefined);
  }

  /** How many sensors ever sent signed readings: they share the history. */
  get sensors(): number {
    return entriesOf(valueOf(this.#bySensor)).length;
  }

  /** The uids that have their own node in the history. */
  get containers(): ReadonlySet<string> {
    return this.feed.containers;
  }

  get problem(): HistoryFeed["problem"] {
    if (this.#current.status === "failed") return this.#current.problem;
    return this.#bySensor.status === "failed" ? this.#bySensor.problem : this.feed.problem;
  }

  /**
   * The newest values of these sensors, by uid.
   * @param silentAfter what the farm has set, in milliseconds
   */
  statesOf(
    sensors: readonly Sensor[],
    now: number,
    silentAfter: number | undefined,
  ): ReadonlyMap<string, SensorState> {
    const stored = {
      current: valueOf(this.#current),
      bySensor: valueOf(this.#bySensor),
      isDayRead: this.isDayRead,
    };
    const state = (uid: string): SensorState => {
      const known = { ...stored, lastSeen: this.#lastSeen.of(uid) };
      return stateOf(uid, this.feed.readingsOf(uid), known, now, silentAfter);
    };
    return new Map(sensors.map(({ uid }) => [uid, state(uid)]));
  }

  #start(): void {
    const keep = (stored: unknown): unknown => stored;
    const listen = (name: string, listener: (watched: Watched<unknown>) => void): (() => void) =>
      watch(this.#database, `${this.#path}/${name}`, undefined, keep, listener);
    this.#stops = [
      listen("current", (watched) => {
        this.#current = watched;
        if (watched.status === "ready") this.feed.listen(containersIn(watched.value));
        this.#update();
      }),
      listen("bySensor", (watched) => {
        this.#bySensor = watched;
        this.#update();
      }),
      this.#connection.state.subscribe(() => this.#update()),
      this.#lastSeen.version.subscribe(() => this.#update()),
      this.feed.version.subscribe(() => announce(this.version)),
    ];
  }

  #stop(): void {
    for (const stop of this.#stops) stop();
    this.feed.stop();
    this.#canRead = false;
  }

  /** Reads the last day as soon as that is possible, and again after each reconnection. */
  #update(): void {
    const canRead = this.isReady && this.#connection.isConnected;
    if (canRead && !this.#canRead) void this.#readDay();
    this.#canRead = canRead;
    announce(this.version);
  }

  /** Reads what is missing of the last day: enough to know how often each sensor reports. */
  async #readDay(): Promise<void> {
    const { sensors } = this;
    const now = this.#connection.now();
    const readings = Math.max(DAY_AMOUNT.readings, DAY_AMOUNT.perSensor * sensors);
    await this.feed.follow(now - DAY, now, { readings, sensors });
    this.#isDayRead ||= this.feed.coverage(now - DAY, now) !== undefined;
    announce(this.version);
  }
}

/** `current` holds the values of signed readings, and an object for each sensor with its own node in the history. */
function containersIn(current: unknown): ReadonlySet<string> {
  return new Set(
    entriesOf(current).flatMap(([uid, value]) => (typeof value === "object" ? [uid] : [])),
  );
}

/** While a history arrives in many parts, views are drawn this often, in milliseconds. */
const DRAW_EVERY = 150;

const changed = new Set<Signal<number>>();
let drawnAt = -Infinity;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Draws a single change at once, and many changes of all greenhouses together. */
function announce(version: Signal<number>): void {
  changed.add(version);
  timer ??= setTimeout(
    () => {
      timer = undefined;
      drawnAt = performance.now();
      batch(() => {
        for (const one of changed) one.value += 1;
      });
      changed.clear();
    },
    drawnAt + DRAW_EVERY - performance.now(),
  );
}
