/**
 * One greenhouse. Listens to its newest values while a view reads `version`, and to its history while a view reads
 * `history`.
 */

import { signal } from "@preact/signals-core";
import type { ReadonlySignal, Signal } from "@preact/signals-core";
import type { Measurement } from "@greenhouse/domain/quantities/measurements";
import { containersIn } from "@greenhouse/domain/history/history-sources";
import { entriesOf, numberOf } from "@greenhouse/domain/stored";
import type { Sensor } from "../../model/farm/farm";
import type { KnownHistory } from "../../model/history/known-history";
import { stateOf } from "../../model/values/latest";
import type { SensorState } from "../../model/values/latest";
import { CHARTED } from "../../model/values/measurement";
import type { Charted } from "../../model/values/measurement";
import { publish } from "../connection/publish";
import type { ConnectionWatch } from "../connection/connection";
import type { DayWatch } from "../history/day-watch";
import { FoldWatch } from "../history/fold-watch";
import { HistoryFeed } from "../history/history-feed";
import type { LongHistory } from "../history/long-history";
import type { LastSeenWatch } from "./last-seen-watch";
import { asStored, knownAt, valueOf, watch } from "./watch";
import type { Watched } from "./watch";

export class GreenhouseWatch {
  readonly folds: FoldWatch;
  readonly feed: HistoryFeed;
  /** Changes with the newest values. The first reader starts the listeners, the last one stops them. */
  readonly version = signal(0, { watched: () => this.#start(), unwatched: () => this.#stop() });
  /** `folds` and `feed` listen while a view reads this signal. */
  readonly history: Signal<KnownHistory>;
  /** Set where long ranges are shown: their code is loaded there. */
  longHistory: ReadonlySignal<LongHistory> | undefined;
  /** Set where the last 24 hours are shown: their code is loaded there. */
  dayWatch: DayWatch | undefined;
  readonly #connection: ConnectionWatch;
  readonly #lastSeen: LastSeenWatch;
  readonly #path: string;
  #current: Watched<unknown>;
  #bySensor: Watched<unknown>;
  #stops: (() => void)[] = [];
  #stopsOfHistory: readonly (() => void)[] = [];

  constructor(connection: ConnectionWatch, lastSeen: LastSeenWatch, id: string) {
    this.#connection = connection;
    this.#lastSeen = lastSeen;
    this.#path = `sensors/${id}`;
    this.#current = knownAt(`${this.#path}/current`, undefined, asStored);
    this.#bySensor = knownAt(`${this.#path}/bySensor`, undefined, asStored);
    this.folds = new FoldWatch(connection, id);
    this.feed = new HistoryFeed(connection, this.folds, id, () => this.#publishHistory());
    this.history = signal(this.feed.history, {
      watched: () => this.#startHistory(),
      unwatched: () => this.#stopHistory(),
    });
  }

  /** Whether the newest values arrived, or failed to: see `problem`. */
  get isReady(): boolean {
    const isAwaited = [this.#current, this.#bySensor].some(({ status }) => status === "loading");
    return !isAwaited && this.#lastSeen.isKnown;
  }

  /** How many sensors ever sent signed readings: they share the history. */
  get sensors(): number {
    return entriesOf(valueOf(this.#bySensor)).length;
  }

  /** The uids that have their own node in the history. */
  get containers(): ReadonlySet<string> {
    return new Set(containersIn(valueOf(this.#current)));
  }

  /** The uids that ever sent anything, linked or not. */
  get uids(): readonly string[] {
    return [
      ...new Set([...entriesOf(valueOf(this.#bySensor)).map(([uid]) => uid), ...this.containers]),
    ];
  }

  /** The uids that ever sent this measurement, linked or not. */
  measuring(measurement: Measurement): readonly string[] {
    const sent = [this.#bySensor, this.#current].flatMap((one) => entriesOf(valueOf(one)));
    return sent.flatMap(([uid, values]) =>
      numberOf(values, measurement) === undefined ? [] : [uid],
    );
  }

  /** What was ever measured. */
  get measured(): readonly Charted[] {
    return CHARTED.filter((measurement) => this.measuring(measurement).length > 0);
  }

  get problem(): KnownHistory["problem"] {
    if (this.#current.status === "failed") return this.#current.problem;
    return this.#bySensor.status === "failed"
      ? this.#bySensor.problem
      : this.history.peek().problem;
  }

  /**
   * The newest values of these sensors, by uid.
   * @param silentAfter the farm's setting, in milliseconds; 0: sensors never count as silent
   */
  statesOf(
    sensors: readonly Sensor[],
    now: number,
    silentAfter: number,
  ): ReadonlyMap<string, SensorState> {
    const newest = { current: valueOf(this.#current), bySensor: valueOf(this.#bySensor) };
    return new Map(
      sensors.map(({ uid }) => [
        uid,
        stateOf(uid, newest, this.#lastSeen.of(uid), silentAfter, now),
      ]),
    );
  }

  #start(): void {
    const listen = (name: string, listener: (watched: Watched<unknown>) => void): (() => void) =>
      watch(`${this.#path}/${name}`, undefined, asStored, listener);
    this.#stops = [
      listen("current", (watched) => {
        this.#current = watched;
        if (this.#stopsOfHistory.length > 0) this.#listenToHistory();
        this.#publishNewest();
      }),
      listen("bySensor", (watched) => {
        this.#bySensor = watched;
        this.#publishNewest();
      }),
      this.#connection.state.subscribe(() => this.#publishNewest()),
      this.#lastSeen.version.subscribe(() => this.#publishNewest()),
    ];
  }

  #stop(): void {
    for (const stop of this.#stops) stop();
  }

  #startHistory(): void {
    const { folds } = this;
    this.#stopsOfHistory = [folds.listen(), folds.state.subscribe(() => this.#publishHistory())];
    this.#listenToHistory();
  }

  /** Once it is known which sensors have nodes of their own. */
  #listenToHistory(): void {
    if (this.#current.status === "ready") this.feed.listen(this.containers);
  }

  #stopHistory(): void {
    for (const stop of this.#stopsOfHistory) stop();
    this.#stopsOfHistory = [];
    this.feed.stop();
  }

  #publishHistory(): void {
    publish(this.history, () => this.feed.history);
  }

  #publishNewest(): void {
    publish(this.version, () => this.version.peek() + 1);
  }
}
