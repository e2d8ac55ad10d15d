/** The readings that the folded hours of a day lack: those since the last folded hour, and late ones of earlier hours. */

import type { Reading } from "../../model/values/reading";
import type { DayWatchSettings } from "./day-watch";
import { sourcesSince } from "./history-source";
import { HistoryTail } from "./history-tail";
import { LateHours } from "./late-hours";

/**
 * The most readings to read since the last folded hour: of all greenhouses of a farm together, and at least for each of
 * them.
 */
const MAX_OF_FARM = 600;
const MIN_OF_GREENHOUSE = 40;
/** Fewer readings per sensor would not cover most of an hour, so none are read then. */
const MIN_OF_SENSOR = 6;
/** The most readings to read of an hour that waits to be folded again: two sensors a minute. */
const MAX_LATE = 120;

/** The listeners to the readings since the last folded hour. */
type Listeners =
  /** Until there is a connection. */
  | { readonly state: "waiting" }
  | { readonly state: "too-many-sensors" }
  | { readonly state: "reading" | "read"; readonly tail: HistoryTail };

export class FoldedTail {
  readonly #settings: DayWatchSettings;
  readonly #onChange: () => void;
  readonly #late: LateHours;
  #until: number;
  #listeners: Listeners = { state: "waiting" };
  #newest: readonly Reading[];
  #stopConnection: () => void = () => undefined;

  /**
   * @param until the end of the last folded hour
   * @param newest shown until the readings arrive
   */
  constructor(
    settings: DayWatchSettings,
    until: number,
    newest: readonly Reading[],
    onChange: () => void,
  ) {
    const { connection, greenhouseId, greenhouse } = settings;
    this.#settings = settings;
    this.#onChange = onChange;
    this.#until = until;
    this.#newest = newest;
    this.#late = new LateHours({
      connection,
      greenhouseId,
      most: MAX_LATE,
      containers: () => greenhouse.containers,
      onChange,
    });
  }

  get until(): number {
    return this.#until;
  }

  get newest(): readonly Reading[] {
    return this.#newest;
  }

  get late(): readonly Reading[] {
    return this.#late.readings;
  }

  get isLateWhole(): boolean {
    return this.#late.isWhole;
  }

  /** Whether the newest readings arrived, or are not to be read. */
  get isRead(): boolean {
    const { state } = this.#listeners;
    return state === "read" || state === "too-many-sensors";
  }

  /** Whether no reading since the last folded hour is missing. */
  get isWhole(): boolean {
    return "tail" in this.#listeners && this.#listeners.tail.isWhole;
  }

  start(): void {
    this.#stopConnection = this.#settings.connection.state.subscribe(({ isConnected }) => {
      // After a reconnection the SDK would hash its data; on a phone that takes longer than reading the data again.
      if (isConnected) this.#listen();
      else this.#stopListening();
    });
  }

  /** Begins at the end of another hour. */
  restart(until: number): void {
    this.#until = until;
    this.#stopListening();
    if (this.#settings.connection.isConnected) this.#listen();
  }

  stop(): void {
    this.#stopConnection();
    this.#stopListening();
    this.#late.stop();
  }

  #stopListening(): void {
    if ("tail" in this.#listeners) this.#listeners.tail.stop();
  }

  #listen(): void {
    const { greenhouse, greenhouseId, greenhouses } = this.#settings;
    const most = Math.max(MIN_OF_GREENHOUSE, Math.floor(MAX_OF_FARM / greenhouses));
    if (greenhouse.uids.length * MIN_OF_SENSOR > most) {
      this.#set({ state: "too-many-sensors" });
      return;
    }
    const sources = sourcesSince(greenhouseId, greenhouse.containers, this.#until);
    this.#newest = [];
    const tail = new HistoryTail({
      sources,
      most: Math.ceil(most / sources.length),
      onReadings: (readings) => {
        this.#newest = [...this.#newest, ...readings];
        this.#onChange();
      },
      onRead: () => this.#set({ state: "read", tail }),
      onError: () => this.#set({ state: "read", tail }),
    });
    this.#listeners = { state: "reading", tail };
    tail.start();
  }

  #set(listeners: Listeners): void {
    this.#listeners = listeners;
    this.#onChange();
  }
}
