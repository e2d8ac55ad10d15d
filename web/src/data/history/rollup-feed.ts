/** The roll-ups of one greenhouse that were read: each part of a list once, and again when its hours were folded again. */

import { signal } from "@preact/signals-core";
import {
  greenhouseRollUpPath,
  lengthOf,
  readGreenhouseRollUp,
  readRollUp,
  readSeries,
  rollUpPath,
  startOf,
} from "@greenhouse/domain/rollups/rollups";
import type { GreenhouseRollUp, Level, RollUp } from "@greenhouse/domain/rollups/rollups";
import type { Quantity } from "@greenhouse/domain/quantities/measurements";
import type { Window } from "../../model/plot/time-range";
import type { FoldWatch } from "./fold-watch";
import { problemOf } from "../connection/problem";
import type { Problem } from "../connection/problem";
import { sdkLoaded } from "../connection/sdk";
import { Spans } from "./spans";

/** A list of roll-ups of one quantity. */
export interface RollUpList {
  /** Undefined: the list is of the greenhouse's air. */
  readonly uid: string | undefined;
  readonly level: Level;
  readonly quantity: Quantity;
}

interface Read extends RollUpList {
  readonly spans: Spans;
  readonly byStart: Map<number, RollUp | GreenhouseRollUp>;
}

export class RollupFeed {
  /** Changes with what was read, and with the problem. */
  readonly version = signal(0);
  readonly #greenhouseId: string;
  readonly #read = new Map<string, Read>();
  #problem: Problem | undefined;

  constructor(folds: FoldWatch, greenhouseId: string) {
    this.#greenhouseId = greenhouseId;
    folds.onChange((change, { from, to }) => {
      if (change !== "folded") return;
      for (const { level, spans } of this.#read.values()) {
        // The hour's day was folded again with it.
        const start = startOf(level, from);
        spans.forget({ from: start, to: Math.max(to, start + lengthOf(level)) });
      }
    });
  }

  get isReading(): boolean {
    return [...this.#read.values()].some(({ spans }) => spans.isReading);
  }

  get problem(): Problem | undefined {
    return this.#problem;
  }

  /** The known roll-ups of a list, by start, unsorted. */
  of(list: RollUpList): ReadonlyMap<number, RollUp | GreenhouseRollUp> {
    return this.#readOf(list).byStart;
  }

  isRead(list: RollUpList, wanted: Window): boolean {
    return this.#readOf(list).spans.stepIn(wanted) !== undefined;
  }

  /** The first start in a window, of these quantities; undefined if there is none, or if a quantity was never read. */
  firstIn({ from, to }: Window, quantities: readonly Quantity[]): number | undefined {
    const read = [...this.#read.values()].filter(({ spans }) => !spans.isEmpty);
    const isKnown = (quantity: Quantity): boolean => read.some((one) => one.quantity === quantity);
    if (this.isReading || !quantities.every(isKnown)) return undefined;
    const starts = read.flatMap(({ byStart }) => [...byStart.keys()]);
    const first = Math.min(...starts.filter((start) => start >= from && start <= to));
    return Number.isFinite(first) ? first : undefined;
  }

  /** Reads the missing roll-ups in a part of a list. @param wanted consists of whole hours or days */
  async read(list: RollUpList, wanted: Window): Promise<void> {
    const known = this.#readOf(list);
    try {
      await known.spans.fill(wanted, Infinity, (part) => this.#readPart(known, part));
      this.#problem = undefined;
    } catch (error) {
      this.#problem = problemOf(error);
      this.#announce();
    }
  }

  async #readPart({ uid, level, quantity, byStart }: Read, { from, to }: Window): Promise<number> {
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
    for (const start of byStart.keys()) {
      if (start >= from && start < to) byStart.delete(start);
    }
    for (const [start, rollUp] of readSeries<RollUp | GreenhouseRollUp>(snapshot.val(), read)) {
      byStart.set(start, rollUp);
    }
    return 0;
  }

  #readOf(list: RollUpList): Read {
    const key = `${list.level}/${list.quantity}/${list.uid ?? ""}`;
    const read = this.#read.get(key) ?? {
      ...list,
      spans: new Spans(() => this.#announce()),
      byStart: new Map(),
    };
    this.#read.set(key, read);
    return read;
  }

  #announce(): void {
    this.version.value = this.version.peek() + 1;
  }
}
