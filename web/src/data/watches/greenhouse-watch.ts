/**
 * One greenhouse. Listens to its newest values while a view reads `newest`, and to its history while a view reads
 * `history`.
 */

import { computed, signal } from "@preact/signals-core";
import type { ReadonlySignal, Signal } from "@preact/signals-core";
import { containersIn } from "@greenhouse/domain/history/history-sources";
import type { KnownHistory } from "../../model/history/known-history";
import { NO_AMENDMENTS } from "../../model/values/amendments";
import type { Amendments } from "../../model/values/amendments";
import { sendersIn } from "../../model/values/newest";
import type { KnownNewest, Senders } from "../../model/values/newest";
import { readReading } from "../../model/values/reading";
import type { ReadEntry } from "../../model/values/reading";
import { publish } from "../connection/publish";
import type { ConnectionWatch } from "../connection/connection";
import type { DayWatch } from "../history/day-watch";
import { FoldWatch } from "../history/fold-watch";
import { HistoryFeed } from "../history/history-feed";
import type { LongHistory } from "../history/long-history";
import { asStored, knownAt, problemIn, valueOf, watchInto } from "./watch";
import type { Watched } from "./watch";

/**
 * Starts work when it is this greenhouse's turn.
 * @param start returns a function that stops the work
 * @returns stops the work, or prevents the start
 */
export type StartInTurn = (start: () => () => void) => () => void;

/** What all greenhouses of a farm share. */
export interface FarmSignals {
  readonly connection: ConnectionWatch;
  readonly lastSeen: ReadonlySignal<Watched<unknown>>;
  /** Undefined until they are known. Values and history wait for them. */
  readonly amendments: ReadonlySignal<Amendments | undefined>;
}

export class GreenhouseWatch {
  readonly folds: FoldWatch;
  readonly feed: HistoryFeed;
  /** The newest values. The first reader starts the listeners, and the last reader stops them. */
  readonly newest: Signal<KnownNewest>;
  /** `folds` and `feed` listen while a view reads this signal. */
  readonly history: Signal<KnownHistory>;
  /** Set by views with long ranges or bands, whose code is not part of the first view. */
  readonly longHistory = signal<ReadonlySignal<LongHistory> | undefined>(undefined);
  readonly amendments: FarmSignals["amendments"];
  /** Set by views with the last 24 hours, which load the code. */
  dayWatch: DayWatch | undefined;
  /** The newest values as they arrive. `newest` follows with the next rendering. */
  readonly #received: ReadonlySignal<KnownNewest>;
  readonly #startInTurn: StartInTurn;
  readonly #path: string;
  readonly #current: Signal<Watched<unknown>>;
  readonly #bySensor: Signal<Watched<unknown>>;
  /** The amendments of the readings in `feed`. */
  #amended: Amendments = NO_AMENDMENTS;
  #stops: readonly (() => void)[] = [];
  #stopsOfHistory: readonly (() => void)[] = [];

  constructor(
    { connection, lastSeen, amendments }: FarmSignals,
    id: string,
    startInTurn: StartInTurn,
  ) {
    this.#startInTurn = startInTurn;
    this.amendments = amendments;
    this.#path = `sensors/${id}`;
    const current = signal(knownAt(`${this.#path}/current`, undefined, asStored));
    const bySensor = signal(knownAt(`${this.#path}/bySensor`, undefined, asStored));
    const values = computed(() => newestValues(current.value, bySensor.value, amendments.value));
    const senders = computed(() => sendersIn(values.value));
    this.#current = current;
    this.#bySensor = bySensor;
    this.#received = computed(() => ({
      isReady:
        amendments.value !== undefined &&
        [current, bySensor, lastSeen].every(({ value }) => value.status !== "loading"),
      values: values.value,
      lastSeen: valueOf(lastSeen.value),
      senders: senders.value,
      problem: problemIn(current.value) ?? problemIn(bySensor.value),
    }));
    this.newest = signal(this.#received.peek(), {
      watched: () => this.#start(),
      unwatched: () => this.#stop(),
    });
    this.folds = new FoldWatch(connection, id);
    this.feed = new HistoryFeed(connection, this.folds, id, this.readEntry, () =>
      this.#publishHistory(),
    );
    this.history = signal(this.feed.history, {
      watched: () => this.#startHistory(),
      unwatched: () => this.#stopHistory(),
    });
  }

  /** The senders as far as they have arrived. Views read `newest`. */
  get senders(): Senders {
    return this.#received.peek().senders;
  }

  /** Reads an entry of the history under the present amendments. */
  readonly readEntry: ReadEntry = (source, key, stored) =>
    readReading(source, key, stored, this.amendments.peek() ?? NO_AMENDMENTS);

  #start(): void {
    // Values of the last visit are confirmed at once: until then their age is that of the last visit.
    const isCached = this.#current.peek().status !== "loading";
    this.#stops = [
      isCached ? this.#listen() : this.#startInTurn(() => this.#listen()),
      this.#received.subscribe(() => publish(this.newest, () => this.#received.peek())),
    ];
  }

  #listen(): () => void {
    const stops = [
      watchInto(`${this.#path}/current`, this.#current),
      watchInto(`${this.#path}/bySensor`, this.#bySensor),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  #stop(): void {
    for (const stop of this.#stops) stop();
  }

  #startHistory(): void {
    const { folds, amendments } = this;
    const known = computed(() => [this.#current.value, amendments.value] as const);
    this.#stopsOfHistory = [
      folds.listen(),
      folds.state.subscribe(() => this.#publishHistory()),
      known.subscribe(([watched, newest]) => {
        if (newest === undefined) return;
        if (newest !== this.#amended) this.feed.amend(newest);
        this.#amended = newest;
        // The feed must know which sensors have their own nodes.
        if (watched.status === "ready") this.feed.listen(containersIn(watched.value));
      }),
    ];
  }

  #stopHistory(): void {
    for (const stop of this.#stopsOfHistory) stop();
    this.feed.stop();
  }

  #publishHistory(): void {
    publish(this.history, () => this.feed.history);
  }
}

/** Without amendments there are no values, so that no figure first appears uncorrected. */
function newestValues(
  current: Watched<unknown>,
  bySensor: Watched<unknown>,
  amendments: Amendments | undefined,
): KnownNewest["values"] {
  const { corrections } = amendments ?? NO_AMENDMENTS;
  if (amendments === undefined) return { current: undefined, bySensor: undefined, corrections };
  return { current: valueOf(current), bySensor: valueOf(bySensor), corrections };
}
