/** One greenhouse, watched: its newest values and its history, for as long as someone looks. */

import type { Database } from "firebase/database";
import type { Sensor } from "../model/farm";
import { entriesOf } from "../model/farm";
import { stateOf } from "../model/latest";
import type { SensorState } from "../model/latest";
import type { ConnectionWatch } from "./connection";
import { latestPlace } from "./farm-places";
import { DAY } from "../model/time-range";
import { HistoryFeed } from "./history-feed";
import { LOADING, valueOf, watch } from "./watch";
import type { Watched } from "./watch";

/** A sparkline has no use for more readings of its day; but each sensor must be seen now and then. */
const DAY_AMOUNT = { readings: 1000, perSensor: 36 };

export class GreenhouseWatch {
  readonly feed: HistoryFeed;
  readonly #database: Database;
  readonly #id: string;
  readonly #listeners = new Set<() => void>();
  #current: Watched<unknown> = LOADING;
  #bySensor: Watched<unknown> = LOADING;
  #stops: (() => void)[] = [];
  #stopFeed: (() => void) | undefined;
  #containers: ReadonlySet<string> = new Set();
  #isDayRead = false;

  constructor(database: Database, connection: ConnectionWatch, id: string) {
    this.#database = database;
    this.#id = id;
    this.feed = new HistoryFeed(database, connection, id);
  }

  /** Whether the newest values are there; a failure counts, and is told by `problem`. */
  get isReady(): boolean {
    return this.#current.status !== "loading" && this.#bySensor.status !== "loading";
  }

  /** Whether the last day of the history was read, or cannot be. */
  get isDayRead(): boolean {
    return this.isReady && (this.#isDayRead || this.problem !== undefined);
  }

  /** How many sensors ever sent signed readings: they share the history. */
  get sensors(): number {
    return entriesOf(valueOf(this.#bySensor)).length;
  }

  /** Reads the last day as far as it is missing: enough to know how often each sensor reports. */
  async readDay(now: number): Promise<void> {
    const { sensors } = this;
    const readings = Math.max(DAY_AMOUNT.readings, DAY_AMOUNT.perSensor * sensors);
    await this.feed.ensure(now - DAY, now, { readings, sensors });
    this.#isDayRead ||= this.feed.coverage(now - DAY, now) !== undefined;
    this.#tell();
  }

  get problem(): HistoryFeed["problem"] {
    if (this.#current.status === "failed") return this.#current.problem;
    return this.#bySensor.status === "failed" ? this.#bySensor.problem : this.feed.problem;
  }

  /** The newest values of these sensors, by uid. */
  statesOf(sensors: readonly Sensor[], now: number): ReadonlyMap<string, SensorState> {
    const stored = {
      current: valueOf(this.#current),
      bySensor: valueOf(this.#bySensor),
      isDayRead: this.isDayRead,
    };
    return new Map(
      sensors.map(({ uid }) => [uid, stateOf(uid, this.feed.readingsOf(uid), stored, now)]),
    );
  }

  /** The uids that have a place of their own in the history. */
  containers(): ReadonlySet<string> {
    return this.#containers;
  }

  /** Calls back at every change until the returned function is called. */
  use(listener: () => void): () => void {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#start();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#stop();
    };
  }

  #start(): void {
    const keep = (value: unknown): unknown => value;
    this.#stops = [
      watch(latestPlace(this.#database, this.#id, "current"), keep, (watched) => {
        this.#current = watched;
        if (watched.status === "ready") this.#useFeed(containersIn(watched.value));
        this.#tell();
      }),
      watch(latestPlace(this.#database, this.#id, "bySensor"), keep, (watched) => {
        this.#bySensor = watched;
        this.#tell();
      }),
    ];
  }

  #stop(): void {
    for (const stop of this.#stops) stop();
    this.#stops = [];
    this.#stopFeed?.();
    this.#stopFeed = undefined;
  }

  #useFeed(containers: ReadonlySet<string>): void {
    const isSame =
      containers.size === this.#containers.size &&
      [...containers].every((uid) => this.#containers.has(uid));
    if (this.#stopFeed !== undefined && isSame) return;
    this.#stopFeed?.();
    this.#containers = containers;
    this.#stopFeed = this.feed.use(containers, () => this.#tell());
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

/** `current` holds the signed values themselves, and an object for every sensor with a container in the history. */
function containersIn(current: unknown): ReadonlySet<string> {
  return new Set(
    entriesOf(current).flatMap(([uid, value]) => (typeof value === "object" ? [uid] : [])),
  );
}
