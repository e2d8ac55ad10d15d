/**
 * The last 24 hours of a greenhouse, with listeners that run while a card reads `day`. The data are folded hours and, if
 * there are only a few sensors, the readings since the last folded hour. If no hours were folded recently, they are the
 * day's readings instead.
 */

import { DAY_MS, HOUR_MS } from "@greenhouse/domain/time";
import { signal } from "@preact/signals-core";
import type { ReadonlySignal, Signal } from "@preact/signals-core";
import type { Quantity } from "@greenhouse/domain/quantities/measurements";
import { readCoverage } from "@greenhouse/domain/rollups/rollups";
import type { Coverage } from "@greenhouse/domain/rollups/rollups";
import type { LastDay } from "../../model/days/last-day";
import type { Reading } from "../../model/values/reading";
import type { ConnectionWatch } from "../connection/connection";
import { publish } from "../connection/publish";
import type { GreenhouseWatch } from "../watches/greenhouse-watch";
import { knownAt, valueOf, watch } from "../watches/watch";
import type { Watched } from "../watches/watch";
import { FoldedHours, lastKnownHours } from "./folded-hours";
import { FoldedTail } from "./folded-tail";

/** If the last folded hour is older, the folded hours cover too little of the day. */
const MAX_FOLD_AGE_MS = 3 * HOUR_MS;
/** Without folded hours: approximately the most readings of a day, and the least number for each sensor. */
const DAY_AMOUNT = { readings: 1000, perSensor: 36 };

export interface DayWatchSettings {
  readonly connection: ConnectionWatch;
  readonly greenhouse: GreenhouseWatch;
  readonly greenhouseId: string;
  /** The quantities that are read: those with a median. */
  readonly quantities: readonly Quantity[];
  /** How many greenhouses the farm has: they share the readings since the last folded hour. */
  readonly greenhouses: number;
}

/** Where the day comes from. */
type State =
  /** Nobody reads the day, or it is unknown whether hours were folded. */
  | { readonly source: "unknown" }
  /** The folded hours of the last visit, until it is known whether there are others. */
  | { readonly source: "last-visit"; readonly until: number; readonly hours: FoldedHours }
  | { readonly source: "hours"; readonly hours: FoldedHours; readonly tail: FoldedTail }
  | { readonly source: "readings"; readonly stop: () => void };

export class DayWatch {
  /** The first reader starts the listeners, the last one stops them. */
  readonly day: ReadonlySignal<LastDay>;
  readonly settings: DayWatchSettings;
  readonly #day: Signal<LastDay>;
  #state: State = { source: "unknown" };
  /** Stops listening to the coverage. */
  #stopCoverage: () => void = () => undefined;
  /** The readings since the last folded hour. They are shown until the listeners start again. */
  #newest: readonly Reading[] = [];

  constructor(settings: DayWatchSettings) {
    this.settings = settings;
    this.#day = signal(this.#lastKnown(), {
      watched: () => this.#start(),
      unwatched: () => this.#stop(),
    });
    this.day = this.#day;
  }

  #start(): void {
    const until = this.#lastKnownUntil();
    if (until !== undefined) {
      this.#state = { source: "last-visit", until, hours: this.#listenToHours() };
    }
    const path = coveragePath(this.settings.greenhouseId);
    this.#stopCoverage = watch(path, undefined, readCoverage, (watched) => {
      this.#enter(this.#recentUntil(watched));
      this.#publish();
    });
    this.#publish();
  }

  #stop(): void {
    this.#stopCoverage();
    this.#leave();
    this.#day.value = this.#lastKnown();
  }

  /** @param until the end of the last folded hour; undefined if it is too long ago */
  #enter(until: number | undefined): void {
    const state = this.#state;
    if (until === undefined) {
      if (state.source !== "readings") {
        this.#leave();
        this.#state = { source: "readings", stop: this.#followReadings() };
      }
    } else if (state.source === "hours") {
      state.tail.restart(until);
    } else {
      if (state.source === "readings") this.#leave();
      this.#enterHours(until, state.source === "last-visit" ? state.hours : this.#listenToHours());
    }
  }

  #enterHours(until: number, hours: FoldedHours): void {
    const tail = new FoldedTail(this.settings, until, this.#newest, () => this.#publish());
    this.#state = { source: "hours", hours, tail };
    tail.start();
  }

  #leave(): void {
    const state = this.#state;
    this.#state = { source: "unknown" };
    if (state.source === "readings") state.stop();
    if (state.source === "last-visit") state.hours.stop();
    if (state.source === "hours") {
      state.hours.stop();
      state.tail.stop();
      this.#newest = state.tail.newest;
    }
  }

  #publish(): void {
    publish(this.#day, () => this.#now());
  }

  #now(): LastDay {
    const state = this.#state;
    switch (state.source) {
      case "unknown":
        return this.#lastKnown();
      case "readings":
        return this.#readings();
      case "last-visit":
        return this.#unconfirmed(state.until, state.hours.byQuantity);
      case "hours": {
        const { hours, tail } = state;
        return {
          source: "hours",
          until: tail.until,
          folded: hours.byQuantity,
          newest: tail.newest,
          late: tail.late,
          isRead: tail.isRead && hours.isRead,
          isNewestWhole: tail.isWhole,
          isLateWhole: tail.isLateWhole,
        };
      }
    }
  }

  /** The day before anything arrives. */
  #lastKnown(): LastDay {
    const { greenhouseId, quantities } = this.settings;
    const until = this.#lastKnownUntil();
    if (until === undefined) return this.#readings();
    return this.#unconfirmed(until, lastKnownHours(greenhouseId, quantities));
  }

  #unconfirmed(until: number, folded: FoldedHours["byQuantity"]): LastDay {
    const newest = this.#newest;
    const missing = { isRead: false, isNewestWhole: false, isLateWhole: true };
    return { source: "hours", until, folded, newest, late: [], ...missing };
  }

  #readings(): LastDay {
    return { source: "readings", history: this.settings.greenhouse.history.peek() };
  }

  #lastKnownUntil(): number | undefined {
    return this.#recentUntil(
      knownAt(coveragePath(this.settings.greenhouseId), undefined, readCoverage),
    );
  }

  /** Undefined if the last hours are not folded. */
  #recentUntil(watched: Watched<Coverage | undefined>): number | undefined {
    const until = valueOf(watched)?.until ?? 0;
    return this.settings.connection.now() - until > MAX_FOLD_AGE_MS ? undefined : until;
  }

  #listenToHours(): FoldedHours {
    const { greenhouseId, quantities } = this.settings;
    return new FoldedHours(greenhouseId, quantities, () => this.#publish());
  }

  /** Reads the day's readings, and again whatever may be missing of them. */
  #followReadings(): () => void {
    let followedAt = -1;
    return this.settings.greenhouse.history.subscribe((history) => {
      if (history.gaps !== followedAt) this.#follow();
      followedAt = history.gaps;
      this.#publish();
    });
  }

  #follow(): void {
    const { greenhouse, connection } = this.settings;
    const sensors = Math.max(1, greenhouse.sensors);
    const readings = Math.max(DAY_AMOUNT.readings, DAY_AMOUNT.perSensor * sensors);
    const now = connection.now();
    void greenhouse.feed.follow(now - DAY_MS, now, { readings, sensors });
  }
}

function coveragePath(greenhouseId: string): string {
  return `rollupCoverage/${greenhouseId}`;
}

/** Returns the same object for the same quantities, as long as the greenhouse's farm is shown. */
export function dayOf(settings: DayWatchSettings): DayWatch {
  const { greenhouse, quantities } = settings;
  const before = greenhouse.dayWatch;
  if (before?.settings.quantities.join() === quantities.join()) return before;
  greenhouse.dayWatch = new DayWatch(settings);
  return greenhouse.dayWatch;
}
