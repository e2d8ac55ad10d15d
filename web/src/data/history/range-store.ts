/**
 * One list of the database by time: the rows that were read, and the ranges that are known. Reads each missing range once.
 * The list itself may change afterwards: what changed must be forgotten.
 */

import { begin, end, forget, hold, missingIn } from "../../model/history/ranges";
import type { Ranges } from "../../model/history/ranges";
import type { Window } from "../../model/plot/time-range";
import { problemOf } from "../connection/problem";
import type { Problem } from "../connection/problem";

export interface Row {
  /** Whose row it is. */
  readonly uid: string;
  readonly key: string;
  /** Unix milliseconds. */
  readonly at: number;
}

/** Adds the rows of a range, and returns the time between two samples; 0 if everything was read. */
type ReadPart = (part: Window) => Promise<number>;

export class RangeStore<R extends Row> {
  readonly #onChange: () => void;
  /** In chronological order, by uid. */
  readonly #rows = new Map<string, readonly R[]>();
  readonly #keys = new Map<string, Set<string>>();
  #ranges: Ranges = [];
  #problem: Problem | undefined;

  /** @param onChange called whenever rows arrive, a range begins to be read, is held or forgotten, or reading fails */
  constructor(onChange: () => void) {
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
    try {
      await Promise.all(parts.map((part) => this.#readPart(part, budget, read)));
      this.#problem = undefined;
    } catch (error) {
      this.fail(error);
    }
  }

  async #readPart(part: Window, budget: number, read: ReadPart): Promise<void> {
    let step: number | undefined;
    this.#setRanges(begin(this.#ranges, part));
    try {
      step = await read(part);
    } finally {
      this.#setRanges(end(this.#ranges, part, step, budget));
    }
  }

  fail(error: unknown): void {
    this.#problem = problemOf(error);
    this.#onChange();
  }

  /** Marks a range as read completely. */
  hold(part: Window): void {
    this.#setRanges(hold(this.#ranges, part, 0, Infinity));
  }

  forget(part: Window): void {
    this.#setRanges(forget(this.#ranges, part));
  }

  /** Adds rows in any order. Rows that are there already are ignored. */
  add(rows: readonly R[]): void {
    const added = new Map<string, R[]>();
    for (const row of rows) {
      const keys = this.#keys.get(row.uid) ?? new Set();
      if (keys.has(row.key)) continue;
      this.#keys.set(row.uid, keys.add(row.key));
      const some = added.get(row.uid) ?? [];
      some.push(row);
      added.set(row.uid, some);
    }
    for (const [uid, some] of added) {
      const all = [...(this.#rows.get(uid) ?? []), ...some];
      this.#rows.set(
        uid,
        all.sort((a, b) => a.at - b.at),
      );
    }
    if (added.size > 0) this.#onChange();
  }

  /** Removes the rows of a range. */
  remove({ from, to }: Window): void {
    for (const [uid, rows] of this.#rows) {
      const rest = rows.filter(({ at }) => at < from || at >= to);
      if (rest.length === rows.length) continue;
      this.#rows.set(uid, rest);
      this.#keys.set(uid, new Set(rest.map(({ key }) => key)));
    }
  }

  #setRanges(ranges: Ranges): void {
    this.#ranges = ranges;
    this.#onChange();
  }
}
