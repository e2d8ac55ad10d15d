/**
 * The last 24 hours of a greenhouse from folded hours. What they lack are readings: those since the last folded hour, and
 * late ones of earlier hours.
 */

import type { FoldedDay } from "../../model/days/last-day";
import type { Reading } from "../../model/values/reading";
import type { DayWatchSettings } from "./day-watch";
import { FoldedHours } from "./folded-hours";
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

/** The readings since the last folded hour. */
type Tail =
  /** Until the end of the last folded hour is known, and there is a connection. */
  | { readonly state: "waiting" }
  | { readonly state: "too-many-sensors" }
  | { readonly state: "reading" | "read"; readonly listeners: HistoryTail };

export class FoldedDayWatch {
  readonly #settings: DayWatchSettings;
  readonly #onChange: () => void;
  readonly #hours: FoldedHours;
  #until: number;
  #newest: readonly Reading[];
  #tail: Tail = { state: "waiting" };
  /** Undefined until `confirm`. */
  #late: LateHours | undefined;
  #stopConnection: () => void = () => undefined;

  /**
   * @param until the end of the last folded hour, as far as it is known: see `confirm`
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
    this.#hours = new FoldedHours(settings, onChange);
  }

  get day(): FoldedDay {
    const tail = this.#tail;
    const isTailRead = tail.state === "read" || tail.state === "too-many-sensors";
    return {
      source: "hours",
      until: this.#until,
      folded: this.#hours.byQuantity,
      newest: this.#newest,
      late: this.#late?.readings ?? [],
      isRead: isTailRead && this.#hours.isRead,
      isNewestWhole: "listeners" in tail && tail.listeners.isWhole,
      isLateWhole: this.#late?.isWhole ?? true,
    };
  }

  /** Listens to the readings since the end of the last folded hour. Called again after each fold. */
  confirm(until: number): void {
    this.#until = until;
    const { connection } = this.#settings;
    if (this.#late !== undefined) {
      this.#stopTail();
      if (connection.isConnected) this.#startTail();
      return;
    }
    this.#late = new LateHours(this.#settings, this.#onChange);
    this.#stopConnection = connection.state.subscribe(({ isConnected }) => {
      // After a reconnection the SDK would hash its data; on a phone that takes longer than reading the data again.
      if (isConnected) this.#startTail();
      else this.#stopTail();
    });
  }

  stop(): void {
    this.#hours.stop();
    this.#stopConnection();
    this.#stopTail();
    this.#late?.stop();
  }

  #stopTail(): void {
    if ("listeners" in this.#tail) this.#tail.listeners.stop();
  }

  #startTail(): void {
    const { greenhouse, greenhouseId, greenhouses } = this.#settings;
    const most = Math.max(MIN_OF_GREENHOUSE, Math.floor(MAX_OF_FARM / greenhouses));
    if (greenhouse.uids.length * MIN_OF_SENSOR > most) {
      this.#tail = { state: "too-many-sensors" };
      this.#onChange();
      return;
    }
    const sources = sourcesSince(greenhouseId, greenhouse.containers, this.#until);
    const setRead = (): void => {
      this.#tail = { state: "read", listeners };
      this.#onChange();
    };
    const listeners = new HistoryTail({
      sources,
      most: Math.ceil(most / sources.length),
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
