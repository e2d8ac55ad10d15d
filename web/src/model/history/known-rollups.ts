/** The known rollups of a greenhouse at one time. The objects never change: views get new objects. */

import type { Quantity } from "@greenhouse/domain/quantities/measurements";
import type { GreenhouseRollup, Rollup } from "@greenhouse/domain/rollups/rollups";
import type { Problem } from "../../data/connection/problem";
import type { ColumnLevel } from "../plot/chart-spans";
import type { Window } from "../plot/time-range";
import { stepIn } from "./ranges";
import type { Ranges } from "./ranges";

/** A list of rollups of one quantity. */
export interface RollupList {
  /** Undefined for the list of the greenhouse's air. */
  readonly uid: string | undefined;
  readonly level: ColumnLevel;
  readonly quantity: Quantity;
}

/** A part of a list. */
export interface Wanted extends Window {
  readonly list: RollupList;
}

/** The figures of five minutes, an hour or a day. */
export interface RollupRow {
  /** Empty for the greenhouse's air. */
  readonly uid: string;
  /** The start as text. */
  readonly key: string;
  /** The start in Unix milliseconds. */
  readonly at: number;
  readonly rollup: Rollup | GreenhouseRollup;
}

export interface KnownList extends RollupList {
  readonly ranges: Ranges;
  /** In chronological order. */
  readonly rows: readonly RollupRow[];
}

export interface KnownRollups {
  readonly lists: readonly KnownList[];
  readonly isReading: boolean;
  /** Why the rollups cannot be read; undefined while they can. */
  readonly problem: Problem | undefined;
}

/** Returns the known rollups of a list in a window, in chronological order. */
export function rowsIn(
  rollups: KnownRollups,
  list: RollupList,
  { from, to }: Window,
): readonly RollupRow[] {
  const rows = findList(rollups.lists, list)?.rows ?? [];
  return rows.filter(({ at }) => at >= from && at < to);
}

export function areRead({ lists }: KnownRollups, list: RollupList, wanted: Window): boolean {
  return stepIn(findList(lists, list)?.ranges ?? [], wanted) !== undefined;
}

/** Returns the first start of these quantities in a window; undefined if there is none, or if a quantity was never read. */
export function firstStartIn(
  { lists, isReading }: KnownRollups,
  { from, to }: Window,
  quantities: readonly Quantity[],
): number | undefined {
  if (isReading) return undefined;
  const read = lists.filter(({ ranges }) => ranges.length > 0);
  if (!quantities.every((name) => read.some(({ quantity }) => quantity === name))) return undefined;
  const starts = read.flatMap(({ rows }) => rows.map(({ at }) => at));
  const first = Math.min(...starts.filter((start) => start >= from && start <= to));
  return Number.isFinite(first) ? first : undefined;
}

/** Finds a list with the same greenhouse, sensor and quantity. */
export function findList<L extends RollupList>(
  lists: readonly L[],
  { uid, level, quantity }: RollupList,
): L | undefined {
  return lists.find(
    (list) => list.uid === uid && list.level === level && list.quantity === quantity,
  );
}
