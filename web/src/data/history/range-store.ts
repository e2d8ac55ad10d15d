/**
 * One list of the database by time: the rows that were read, and the ranges that are known. Reads each missing range
 * once. If the list changes afterwards, the caller must forget the changed range.
 */

import { begin, end, forget, hold, missingIn } from "../../model/history/ranges";
import type { Ranges } from "../../model/history/ranges";
import type { Window } from "../../model/plot/time-range";
import { problemOf } from "../connection/problem";
import type { Problem } from "../connection/problem";

export interface Row {
  /** The sensor of the row. */
  readonly uid: string;
  readonly key: string;
  /** Unix milliseconds. */
  readonly at: number;
}

/** Adds the rows of a range, and returns the time between two samples; 0 if all rows were read. */
type ReadPart = (part: Window) => Promise<number>;

export class RangeStore<R extends Row> {
  readonly #onChange: () => void;
  readonly #byKey = new Map<string, Map<string, R>>();
  /** In chronological order, by uid. */
  readonly #rows = new Map<string, readonly R[]>();
  #ranges: Ranges = [];
  #problem: Problem | undefined;

  /** @param onChange called when rows arrive, a range starts to be read, is held or forgotten, or a read fails */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get rows(): ReadonlyMap<string, readonly R[]> {
    return this.#rows;
  }

  get ranges(): Ranges {
    return this.#ranges;
  }

  get isReading(): boolean {
    return this.#ranges.some(({ state }) => state === "reading");
  }

  /** Why the list cannot be read; undefined while it can. */
  get problem(): Problem | undefined {
    return this.#problem;
  }

  /**
   * Reads the missing parts of a range, and parts that were read as a coarser sample.
   * @param budget the maximum number of entries to read; if a part has more, a sample is read
   */
  async fill(wanted: Window, budget: number, read: ReadPart): Promise<void> {
    await this.#readParts(missingIn(this.#ranges, wanted, budget), budget, read);
  }

  /** Reads a range again. Rows that are held stay until then. */
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

  /** Marks a range as completely read. */
  hold(part: Window): void {
    this.#setRanges(hold(this.#ranges, part, 0, Infinity));
  }

  forget(part: Window): void {
    this.#setRanges(forget(this.#ranges, part));
  }

  /** Adds rows in any order. Ignores rows that exist already. */
  add(rows: readonly R[]): void {
    const added = rows.filter((row) => this.#addIfNew(row));
    if (added.length === 0) return;
    this.#sort(added);
    this.#onChange();
  }

  /** Replaces each row. A row may move to another sensor, but keeps its key and its time. */
  change(replace: (row: R) => R): void {
    const before = [...this.#rows.values()].flat();
    const after = before.map(replace);
    if (after.every((row, index) => row === before[index])) return;
    this.#byKey.clear();
    this.#rows.clear();
    for (const row of after) this.#addIfNew(row);
    this.#sort(after);
    this.#onChange();
  }

  /** Removes the rows of a range. */
  remove({ from, to }: Window): void {
    const removed = [...this.#rows.values()].flat().filter(({ at }) => at >= from && at < to);
    for (const { uid, key } of removed) this.#byKey.get(uid)?.delete(key);
    this.#sort(removed);
  }

  #addIfNew(row: R): boolean {
    const byKey = this.#byKey.get(row.uid) ?? new Map<string, R>();
    if (byKey.has(row.key)) return false;
    this.#byKey.set(row.uid, byKey.set(row.key, row));
    return true;
  }

  /** Sorts the rows of each sensor with changed rows again. */
  #sort(changed: readonly R[]): void {
    for (const uid of new Set(changed.map((row) => row.uid))) {
      const rows = [...(this.#byKey.get(uid)?.values() ?? [])];
      this.#rows.set(
        uid,
        rows.sort((a, b) => a.at - b.at),
      );
    }
  }

  #setRanges(ranges: Ranges): void {
    this.#ranges = ranges;
    this.#onChange();
  }
}
