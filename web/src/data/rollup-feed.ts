/**
 * The roll-ups of one greenhouse: which times they cover, which hours are to be folded again, and those that were read.
 * Each part of each quantity is read once, and again whenever its hours have been folded again.
 */

import { signal } from "@preact/signals-core";
import type { DatabaseReference } from "firebase/database";
import {
  greenhouseRollUpPath,
  HOUR_MS,
  readCoverage,
  readGreenhouseRollUp,
  readRollUp,
  readSeries,
  rollUpPath,
  startOf,
} from "../../../domain/src/rollups";
import type { Coverage, GreenhouseRollUp, Level, RollUp } from "../../../domain/src/rollups";
import type { Quantity } from "../../../domain/src/measurements";
import { entriesOf } from "../../../domain/src/stored";
import { withoutWindows } from "../model/chart-spans";
import type { KnownRollUps } from "../model/chart-spans";
import type { Window } from "../model/time-range";
import type { ConnectionWatch } from "./connection";
import { problemOf } from "./problem";
import type { Problem } from "./problem";
import { sdkLoaded, withSdk } from "./sdk";
import type { Sdk } from "./sdk";

/** A list of roll-ups of one quantity. */
export interface RollUpList {
  /** Undefined: the list is of the greenhouse's air. */
  readonly uid: string | undefined;
  readonly level: Level;
  readonly quantity: Quantity;
}

interface Read {
  readonly level: Level;
  readonly quantity: Quantity;
  /** The times that were read and have not changed since. */
  spans: readonly Window[];
  /** The times that are being read. */
  pending: readonly Window[];
  readonly byStart: Map<number, RollUp | GreenhouseRollUp>;
}

export class RollupFeed implements KnownRollUps {
  /** Changes whenever one of the properties below changes. */
  readonly version = signal(0);
  readonly #connection: ConnectionWatch;
  readonly #greenhouseId: string;
  readonly #read = new Map<string, Read>();
  #coverage: Coverage | undefined;
  #due: ReadonlySet<number> = new Set();
  #isKnown = false;
  #wasAway = false;
  #problem: Problem | undefined;

  constructor(connection: ConnectionWatch, greenhouseId: string) {
    this.#connection = connection;
    this.#greenhouseId = greenhouseId;
  }

  get coverage(): Coverage | undefined {
    return this.#coverage;
  }

  get due(): ReadonlySet<number> {
    return this.#due;
  }

  /** Whether the coverage is known, even if it is that there are no roll-ups. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  get isReading(): boolean {
    return [...this.#read.values()].some(({ pending }) => pending.length > 0);
  }

  get problem(): Problem | undefined {
    return this.#problem;
  }

  /** @returns stops listening */
  listen(): () => void {
    return withSdk((sdk) => this.#listen(sdk));
  }

  #listen({ database, onValue, ref }: Sdk): () => void {
    const at = (path: string): DatabaseReference => ref(database, `${path}/${this.#greenhouseId}`);
    const stops = [
      onValue(
        at("rollupCoverage"),
        (snapshot) => this.#setCoverage(readCoverage(snapshot.val())),
        // A database whose rules do not know roll-ups refuses the path.
        () => this.#setCoverage(undefined),
      ),
      onValue(
        at("rollupDue"),
        (snapshot) => this.#setDue(entriesOf(snapshot.val()).map(([start]) => Number(start))),
        () => this.#setDue([]),
      ),
      this.#connection.state.subscribe(({ isConnected }) => {
        this.#wasAway ||= !isConnected;
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      this.#wasAway = true;
    };
  }

  /** The known roll-ups of a list, by start, unsorted. */
  of(list: RollUpList): ReadonlyMap<number, RollUp | GreenhouseRollUp> {
    return this.#readOf(list).byStart;
  }

  isRead(list: RollUpList, wanted: Window): boolean {
    return withoutWindows(wanted, this.#readOf(list).spans).length === 0;
  }

  /** The first start in a window, of these quantities; undefined if there is none, or if a quantity was never read. */
  firstIn({ from, to }: Window, quantities: readonly Quantity[]): number | undefined {
    const read = [...this.#read.values()].filter(({ spans }) => spans.length > 0);
    const isKnown = (quantity: Quantity): boolean => read.some((one) => one.quantity === quantity);
    if (this.isReading || !quantities.every(isKnown)) return undefined;
    const starts = read.flatMap(({ byStart }) => [...byStart.keys()]);
    const first = Math.min(...starts.filter((start) => start >= from && start <= to));
    return Number.isFinite(first) ? first : undefined;
  }

  /** Reads the missing roll-ups in a part of a list. @param wanted consists of whole hours or days */
  async read(list: RollUpList, wanted: Window): Promise<void> {
    const known = this.#readOf(list);
    const missing = withoutWindows(wanted, [...known.spans, ...known.pending]);
    if (missing.length === 0) return;
    known.pending = [...known.pending, ...missing];
    this.#announce();
    const isMissing = (window: Window): boolean => missing.includes(window);
    try {
      await Promise.all(missing.map((window) => this.#readWindow(list, known, window)));
      known.spans = [...known.spans, ...missing];
      this.#problem = undefined;
    } catch (error) {
      this.#problem = problemOf(error);
    }
    known.pending = known.pending.filter((window) => !isMissing(window));
    this.#announce();
  }

  async #readWindow(list: RollUpList, known: Read, { from, to }: Window): Promise<void> {
    const { uid, level, quantity } = list;
    const id = this.#greenhouseId;
    const path =
      uid === undefined
        ? greenhouseRollUpPath(id, level, quantity)
        : rollUpPath(id, uid, level, quantity);
    // The keys sort as numbers do, because all have the same number of digits.
    const { database, endBefore, get, orderByKey, query, ref, startAt } = await sdkLoaded;
    const range = [orderByKey(), startAt(String(from)), endBefore(String(to))] as const;
    const snapshot = await get(query(ref(database, path), ...range));
    const read = uid === undefined ? readGreenhouseRollUp : readRollUp;
    for (const start of known.byStart.keys()) {
      if (start >= from && start < to) known.byStart.delete(start);
    }
    for (const [start, rollUp] of readSeries<RollUp | GreenhouseRollUp>(snapshot.val(), read)) {
      known.byStart.set(start, rollUp);
    }
  }

  #readOf({ uid = "", level, quantity }: RollUpList): Read {
    const key = `${level}/${quantity}/${uid}`;
    const read = this.#read.get(key) ?? {
      level,
      quantity,
      spans: [],
      pending: [],
      byStart: new Map(),
    };
    this.#read.set(key, read);
    return read;
  }

  /** Hours that were folded while there was no listener are unknown, so everything is read again. */
  #setCoverage(coverage: Coverage | undefined): void {
    if (this.#wasAway && coverage?.version !== this.#coverage?.version) {
      for (const read of this.#read.values()) read.spans = [];
    }
    this.#wasAway = false;
    this.#coverage = coverage;
    this.#isKnown = true;
    this.#announce();
  }

  /** An hour that is no longer due has been folded again, and so has its day. */
  #setDue(starts: readonly number[]): void {
    const before = this.#due;
    this.#due = new Set(starts);
    for (const start of before) {
      if (!this.#due.has(start)) this.#forget(start);
    }
    this.#announce();
  }

  #forget(hour: number): void {
    for (const read of this.#read.values()) {
      const from = startOf(read.level, hour);
      const to = read.level === "hour" ? from + HOUR_MS : from + 24 * HOUR_MS;
      read.spans = read.spans.flatMap((span) => withoutWindows(span, [{ from, to }]));
    }
  }

  #announce(): void {
    this.version.value = this.version.peek() + 1;
  }
}
