/**
 * The last 24 hours of a greenhouse, with listeners that run while a card reads `day`. The data are folded hours. A
 * farm with few sensors also reads the readings since the last folded hour. If no hours were folded recently, or if they
 * lack changes of corrections, the data are the day's readings instead.
 */

import { DAY_MS, HOUR_MS } from "@greenhouse/domain/time";
import { signal } from "@preact/signals-core";
import type { Signal } from "@preact/signals-core";
import type { Quantity } from "@greenhouse/domain/quantities/measurements";
import { parseCoverage } from "@greenhouse/domain/rollups/rollups";
import type { Coverage } from "@greenhouse/domain/rollups/rollups";
import { dayOfReadings } from "../../model/days/last-day";
import type { LastDay } from "../../model/days/last-day";
import { waitingIn } from "../../model/history/corrected-folds";
import { NO_AMENDMENTS } from "../../model/values/amendments";
import type { Reading } from "../../model/values/reading";
import type { ConnectionWatch } from "../connection/connection";
import { publish } from "../connection/publish";
import type { GreenhouseWatch } from "../watches/greenhouse-watch";
import { knownAt, valueOf, watch } from "../watches/watch";
import { FoldedDayWatch } from "./folded-day-watch";

/** If the last folded hour is older, the folded hours cover too little of the day. */
const MAX_FOLD_AGE_MS = 3 * HOUR_MS;
/** Limits without folded hours: approximate maximum of readings in a day, and minimum for each sensor. */
const DAY_AMOUNT = { readings: 1000, perSensor: 36 };
/** The maximum while the folded hours lack a change of corrections: a person waits for exact figures, but not for long. */
const CORRECTED_READINGS = 6000;

export interface DayWatchSettings {
  readonly connection: ConnectionWatch;
  readonly greenhouse: GreenhouseWatch;
  readonly greenhouseId: string;
  /** The quantities that are read, all with a median. */
  readonly quantities: readonly Quantity[];
  /** How many greenhouses the farm has. They share the budget of readings since the last folded hour. */
  readonly greenhouses: number;
}

type State =
  /** No view reads the day, or the page does not know whether hours were folded. */
  | { readonly source: "unknown" }
  | { readonly source: "hours"; readonly folded: FoldedDayWatch }
  | { readonly source: "readings"; readonly stop: () => void };

const UNKNOWN: State = { source: "unknown" };

export class DayWatch {
  readonly day: Signal<LastDay>;
  readonly settings: DayWatchSettings;
  #state: State = UNKNOWN;
  #coverage: Coverage | undefined;
  #stops: (() => void)[] = [];
  /** The readings since the last folded hour, as of the last time that a view read the day. */
  #newest: readonly Reading[] = [];

  constructor(settings: DayWatchSettings) {
    this.settings = settings;
    this.day = signal(this.#current, {
      watched: () => this.#start(),
      unwatched: () => this.#stop(),
    });
  }

  #start(): void {
    const { amendments } = this.settings.greenhouse;
    let known: typeof amendments.value;
    this.#stops = [];
    this.#stops.push(
      amendments.subscribe((newest) => {
        if (newest === undefined) return;
        if (known === undefined) this.#listen();
        else if (newest !== known) this.#restart();
        known = newest;
      }),
    );
  }

  #listen(): void {
    const path = `rollupCoverage/${this.settings.greenhouseId}`;
    this.#coverage = valueOf(knownAt(path, undefined, parseCoverage));
    const until = this.#recentUntil;
    if (until !== undefined) this.#state = this.#readHours(until);
    // The first reader gets the current value at once.
    this.day.value = this.#current;
    this.#stops.push(
      watch(path, undefined, parseCoverage, (watched) => {
        this.#coverage = valueOf(watched);
        this.#enter(this.#recentUntil);
        this.#publish();
      }),
    );
  }

  /** Follows other amendments. The history amends its readings, but folded hours and the readings after them are read again. */
  #restart(): void {
    if (this.#state.source === "unknown") return;
    const until = this.#recentUntil;
    if (this.#state.source === "readings" && until === undefined) return;
    this.#leave();
    this.#newest = [];
    this.#enter(until);
    this.#publish();
  }

  #stop(): void {
    for (const stop of this.#stops) stop();
    this.#leave();
  }

  /** The end of the last folded hour; undefined if the last hours are not folded, or lack changes of corrections. */
  get #recentUntil(): number | undefined {
    const until = this.#coverage?.until ?? 0;
    const isOld = this.settings.connection.now() - until > MAX_FOLD_AGE_MS;
    return isOld || this.#awaitsCorrected ? undefined : until;
  }

  /** Whether a change of corrections that the folded hours of the day lack concerns a sensor of this greenhouse. */
  get #awaitsCorrected(): boolean {
    const { greenhouse, connection } = this.settings;
    const { corrections, succession } = greenhouse.amendments.peek() ?? NO_AMENDMENTS;
    const { uids } = greenhouse.senders;
    const isHere = (uid: string): boolean =>
      uids.some(
        (other) =>
          other === uid || succession.predecessorsOf(other).some((device) => device.uid === uid),
      );
    const first = connection.now() - DAY_MS - HOUR_MS;
    return waitingIn(this.#coverage, corrections, isHere).some(({ to }) => to > first);
  }

  /** @param until the end of the last folded hour; undefined if it is too long ago */
  #enter(until: number | undefined): void {
    const wanted = until === undefined ? "readings" : "hours";
    if (this.#state.source !== wanted) {
      this.#leave();
      this.#state = until === undefined ? this.#readReadings() : this.#readHours(until);
    }
    if (until !== undefined && this.#state.source === "hours") this.#state.folded.confirm(until);
  }

  #leave(): void {
    const state = this.#state;
    this.#state = UNKNOWN;
    if (state.source === "readings") state.stop();
    if (state.source === "hours") {
      state.folded.stop();
      this.#newest = state.folded.day.newest;
    }
  }

  #readHours(until: number): State {
    const publishDay = (): void => this.#publish();
    const folded = new FoldedDayWatch(this.settings, until, this.#newest, publishDay);
    return { source: "hours", folded };
  }

  /** Reads the day's readings, and reads again any part that may be missing. */
  #readReadings(): State {
    const { greenhouse, connection } = this.settings;
    let lossesRead = -1;
    const stop = greenhouse.history.subscribe(({ lossCount }) => {
      this.#publish();
      if (lossCount === lossesRead) return;
      lossesRead = lossCount;
      const sensors = Math.max(1, greenhouse.senders.signedCount);
      const enough = this.#awaitsCorrected ? CORRECTED_READINGS : DAY_AMOUNT.readings;
      const readings = Math.max(enough, DAY_AMOUNT.perSensor * sensors);
      const now = connection.now();
      void greenhouse.feed.readMissing(now - DAY_MS, now, { readings, sensors });
    });
    return { source: "readings", stop };
  }

  get #current(): LastDay {
    const state = this.#state;
    if (state.source === "hours") return state.folded.day;
    const { greenhouse, connection } = this.settings;
    return dayOfReadings(greenhouse.history.peek(), connection.now());
  }

  #publish(): void {
    publish(this.day, () => this.#current);
  }
}

/** Returns the same object for the same quantities, as long as the greenhouse's farm is shown. */
export function dayOf(settings: DayWatchSettings): DayWatch {
  const { greenhouse, quantities } = settings;
  const before = greenhouse.dayWatch;
  if (before?.settings.quantities.join() === quantities.join()) return before;
  greenhouse.dayWatch = new DayWatch(settings);
  return greenhouse.dayWatch;
}
