/**
 * One list of the database by time: the rows that were read, and the ranges that are known. Reads each missing range once.
 * The list itself may change afterwards: what changed must be forgotten.
 */

import { abandon, begin, finish, forget, hold, missingIn } from "../../model/history/ranges";
import type { Ranges } from "../../model/history/ranges";
import type { Window } from "../../model/plot/time-range";
import { problemOf } from "../connection/problem";
import type { Problem } from "../connection/problem";

export interface Row {
  readonly key: string;
  /** Unix milliseconds. */
  readonly at: number;
}

/** Adds the rows of a range, and returns the time between two samples; 0 if everything was read. */
type ReadPart = (part: Window) => Promise<number>;

export class RangeStore<R extends Row> {
  readonly #groupOf: (row: R) => string;
  readonly #onChange: () => void;
  /** In chronological order, by group. */
  readonly #rows = new Map<string, readonly R[]>();
  readonly #keys = new Map<string, Set<string>>();
  #ranges: Ranges = [];
  #problem: Problem | undefined;

  /**
   * @param groupOf the rows of a group are listed together
   * @param onChange called whenever rows arrive, a range begins to be read, is held or forgotten, or reading fails
   */
  constructor(groupOf: (row: R) => string, onChange: () => void) {
    this.#groupOf = groupOf;
    this.#onChange = onChange;
  }

  get rows(): ReadonlyMap<string, readonly R[]> {
    return this.#rows;
  }

  get ranges(): Ranges {
    return this.#ranges;
  }

  /** Why the list cannot be read; undefined while it can. */
  get problem(): Problem | undefined {
    return this.#problem;
  }

  /**
   * Reads the missing parts of a range, and those that were read as a coarser sample.
   * @param budget the most entries that may be read; a part with more is read as a sample
   */
  async fill(wanted: Window, budget: number, read: ReadPart): Promise<void> {
    await this.#readParts(missingIn(this.#ranges, wanted, budget), budget, read);
  }

  /** Reads a range again. What was held of it stays until then. */
  async refresh(range: Window, read: () => Promise<number>): Promise<void> {
    await this.#readParts([range], Infinity, read);
  }

  async #readParts(parts: readonly Window[], budget: number, read: ReadPart): Promise<void> {
    if (parts.length > 0) this.#setRanges(begin(this.#ranges, parts));
    try {
      await Promise.all(parts.map((part) => this.#readPart(part, budget, read)));
      this.#problem = undefined;
    } catch (error) {
      this.fail(error);
    }
  }

  async #readPart(part: Window, budget: number, read: ReadPart): Promise<void> {
    try {
      const step = await read(part);
      this.#setRanges(finish(this.#ranges, part, step, budget));
    } catch (error) {
      this.#setRanges(abandon(this.#ranges, part));
      throw error;
    }
  }

  fail(error: unknown): void {
    this.#problem = problemOf(error);
    this.#onChange();
  }

  /** Marks a range as read completely. */
  hold(part: Window): void {
    this.#setRanges(hold(this.#ranges, part));
  }

  forget(part: Window): void {
    this.#setRanges(forget(this.#ranges, part));
  }

  /** Adds rows in any order. Rows that are there already are ignored. */
  add(rows: readonly R[]): void {
    const added = new Map<string, R[]>();
    for (const row of rows) {
      const group = this.#groupOf(row);
      const keys = this.#keys.get(group) ?? new Set();
      if (keys.has(row.key)) continue;
      this.#keys.set(group, keys.add(row.key));
      const some = added.get(group) ?? [];
      some.push(row);
      added.set(group, some);
    }
    for (const [group, some] of added) {
      const all = [...(this.#rows.get(group) ?? []), ...some];
      this.#rows.set(
        group,
        all.sort((a, b) => a.at - b.at),
      );
    }
    if (added.size > 0) this.#onChange();
  }

  /** Removes the rows of a range. */
  remove({ from, to }: Window): void {
    for (const [group, rows] of this.#rows) {
      const rest = rows.filter(({ at }) => at < from || at >= to);
      if (rest.length === rows.length) continue;
      this.#rows.set(group, rest);
      this.#keys.set(group, new Set(rest.map(({ key }) => key)));
    }
  }

  #setRanges(ranges: Ranges): void {
    this.#ranges = ranges;
    this.#onChange();
  }
}
