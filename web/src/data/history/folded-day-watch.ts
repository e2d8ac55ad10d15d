/**
 * The last 24 hours of a greenhouse from folded hours. Readings complete them: readings since the last folded hour, and
 * late readings of earlier hours.
 */

import { greenhouseRollupPath, parseGreenhouseSeries } from "@greenhouse/domain/rollups/rollups";
import type { Quantity } from "@greenhouse/domain/quantities/measurements";
import type { Hours } from "../../model/days/day";
import type { LastDay } from "../../model/days/last-day";
import type { Reading } from "../../model/values/reading";
import { knownAt, valueOf, watch } from "../watches/watch";
import type { DayWatchSettings } from "./day-watch";
import { sourcesSince } from "./history-source";
import { HistoryTail } from "./history-tail";
import { LateHours } from "./late-hours";

/** The number of hours that overlap the last 24 hours. */
const HOURS = { newest: 25 };
const NO_HOURS: Hours = new Map();
/**
 * The maximum number of readings since the last folded hour, for all greenhouses of a farm together. Small farms may
 * read more for each greenhouse.
 */
const MAX_OF_FARM = 600;
const MIN_OF_GREENHOUSE = 40;
/** Fewer readings per sensor would not cover most of an hour, so none are read. */
const MIN_OF_SENSOR = 6;

/** The readings since the last folded hour. */
type Tail =
  /** The end of the last folded hour is not known, or there is no connection. */
  | { readonly state: "waiting" }
  | { readonly state: "too-many-sensors" }
  | { readonly state: "reading" | "read"; readonly listeners: HistoryTail };

export class FoldedDayWatch {
  readonly #settings: DayWatchSettings;
  readonly #onChange: () => void;
  /** The folded hours. The hours of the last visit are shown until the hours of this visit arrive. */
  #folded: ReadonlyMap<Quantity, Hours> = new Map();
  /** The quantities whose hours have not arrived. */
  readonly #awaited: Set<Quantity>;
  #until: number;
  #newest: readonly Reading[];
  #tail: Tail = { state: "waiting" };
  /** Undefined until `confirm`. */
  #late: LateHours | undefined;
  readonly #stops: (() => void)[];

  /**
   * @param until the end of the last folded hour as far as known: see `confirm`
   * @param newest shown until the readings arrive
   */
  constructor(
    settings: DayWatchSettings,
    until: number,
    newest: readonly Reading[],
    onChange: () => void,
  ) {
    this.#settings = settings;
    this.#until = until;
    this.#newest = newest;
    this.#onChange = onChange;
    this.#awaited = new Set(settings.quantities);
    this.#stops = settings.quantities.map((quantity) => this.#listenToHours(quantity));
  }

  get day(): Extract<LastDay, { source: "hours" }> {
    const tail = this.#tail;
    const isTailRead = tail.state === "read" || tail.state === "too-many-sensors";
    const isTailWhole = "listeners" in tail && tail.listeners.isWhole;
    return {
      source: "hours",
      until: this.#until,
      folded: this.#folded,
      newest: this.#newest,
      late: this.#late?.readings ?? [],
      isRead: isTailRead && this.#awaited.size === 0,
      wholeUntil: isTailWhole ? Infinity : this.#until,
      awaitsLate: this.#late?.isWhole === false,
    };
  }

  /** Listens to the readings since the end of the last folded hour. Each fold calls this again. */
  confirm(until: number): void {
    this.#until = until;
    const { connection } = this.#settings;
    if (this.#late !== undefined) {
      this.#stopTail();
      if (connection.isConnected) this.#startTail();
      return;
    }
    this.#late = new LateHours(this.#settings, this.#onChange);
    this.#stops.push(
      connection.state.subscribe(({ isConnected }) => {
        // After a reconnection the SDK would hash its data. On a phone this takes longer than reading the data again.
        if (isConnected) this.#startTail();
        else this.#stopTail();
      }),
    );
  }

  stop(): void {
    for (const stop of this.#stops) stop();
    this.#stopTail();
    this.#late?.stop();
  }

  #listenToHours(quantity: Quantity): () => void {
    const path = greenhouseRollupPath(this.#settings.greenhouseId, "hour", quantity);
    const set = (hours = NO_HOURS): void => {
      this.#folded = new Map(this.#folded).set(quantity, hours);
    };
    set(valueOf(knownAt(path, HOURS, parseGreenhouseSeries)));
    return watch(path, HOURS, parseGreenhouseSeries, (watched) => {
      set(valueOf(watched));
      this.#awaited.delete(quantity);
      this.#onChange();
    });
  }

  #stopTail(): void {
    if ("listeners" in this.#tail) this.#tail.listeners.stop();
  }

  #startTail(): void {
    const { greenhouse, greenhouseId, greenhouses } = this.#settings;
    const maxReadings = Math.max(MIN_OF_GREENHOUSE, Math.floor(MAX_OF_FARM / greenhouses));
    const { uids, containers } = greenhouse.senders;
    if (uids.length * MIN_OF_SENSOR > maxReadings) {
      this.#tail = { state: "too-many-sensors" };
      this.#onChange();
      return;
    }
    const sources = sourcesSince(greenhouseId, containers, this.#until);
    const setRead = (): void => {
      this.#tail = { state: "read", listeners };
      this.#onChange();
    };
    const listeners = new HistoryTail({
      sources,
      read: greenhouse.readEntry,
      maxEntries: Math.ceil(maxReadings / sources.length),
      onReadings: (readings) => {
        this.#newest = [...this.#newest, ...readings];
        this.#onChange();
      },
      onRead: setRead,
      onError: setRead,
    });
    this.#newest = [];
    this.#tail = { state: "reading", listeners };
    listeners.start();
  }
}
