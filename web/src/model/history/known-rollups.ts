/** The roll-ups of a greenhouse that are known at one time. It never changes: views get a new one. */

import type { Quantity } from "@greenhouse/domain/quantities/measurements";
import type { GreenhouseRollUp, Level, RollUp } from "@greenhouse/domain/rollups/rollups";
import type { Problem } from "../../data/connection/problem";
import type { Window } from "../plot/time-range";
import { isEmpty, isReading, stepIn } from "./ranges";
import type { Ranges } from "./ranges";

/** A list of roll-ups of one quantity. */
export interface RollUpList {
  /** Undefined: the list is of the greenhouse's air. */
  readonly uid: string | undefined;
  readonly level: Level;
  readonly quantity: Quantity;
}

/** The figures of an hour or a day. */
export interface RollUpRow {
  /** The start as it is stored. */
  readonly key: string;
  /** The start in Unix milliseconds. */
  readonly at: number;
  readonly rollUp: RollUp | GreenhouseRollUp;
}

export interface KnownList {
  readonly list: RollUpList;
  readonly ranges: Ranges;
  /** In chronological order. */
  readonly rows: readonly RollUpRow[];
}

/** Equals only that of the same list. */
export function keyOf({ uid, level, quantity }: RollUpList): string {
  return `${level}/${quantity}/${uid ?? ""}`;
}

const NOTHING: Pick<KnownList, "ranges" | "rows"> = { ranges: [], rows: [] };

export class KnownRollups {
  readonly #lists: ReadonlyMap<string, KnownList>;
  /** Why they cannot be read; undefined while they can. */
  readonly problem: Problem | undefined;

  /** @param lists by `keyOf` */
  constructor(lists: ReadonlyMap<string, KnownList>, problem: Problem | undefined) {
    this.#lists = lists;
    this.problem = problem;
  }

  get isReading(): boolean {
    return [...this.#lists.values()].some(({ ranges }) => isReading(ranges));
  }

  /** The known roll-ups of a list in a window, in chronological order. */
  rowsIn(list: RollUpList, { from, to }: Window): readonly RollUpRow[] {
    return this.#listOf(list).rows.filter(({ at }) => at >= from && at < to);
  }

  isRead(list: RollUpList, wanted: Window): boolean {
    return stepIn(this.#listOf(list).ranges, wanted) !== undefined;
  }

  /** The first start in a window, of these quantities; undefined if there is none, or if a quantity was never read. */
  firstIn({ from, to }: Window, quantities: readonly Quantity[]): number | undefined {
    const read = [...this.#lists.values()].filter(({ ranges }) => !isEmpty(ranges));
    const quantitiesRead = new Set(read.map(({ list }) => list.quantity));
    if (this.isReading || !quantities.every((quantity) => quantitiesRead.has(quantity))) {
      return undefined;
    }
    const starts = read.flatMap(({ rows }) => rows.map(({ at }) => at));
    const first = Math.min(...starts.filter((start) => start >= from && start <= to));
    return Number.isFinite(first) ? first : undefined;
  }

  #listOf(list: RollUpList): Pick<KnownList, "ranges" | "rows"> {
    return this.#lists.get(keyOf(list)) ?? NOTHING;
  }
}
