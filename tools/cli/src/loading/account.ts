/** Counts which lines of a file are stored, and why the others are not. */

import { count } from "../core/text";
import type { JsonObject } from "../core/database";

/** A range of lines; both ends are included. */
export type LineRange = readonly [first: number, last: number];

/**
 * Maximum number of reasons that are counted separately. Reasons may quote the file, so there may
 * be many.
 */
const MAX_REASONS = 50;
const OTHERS = "(other reasons)";

interface Reason {
  count: number;
  firstLine: number;
  lastLine: number;
}

export class Account {
  readonly #reasons = new Map<string, Reason>();
  /** Lines of readings that are not stored. */
  readonly #missing: number[] = [];
  /** Number of values without a measurement by column; their readings are sent. */
  readonly #noValues = new Map<string, number>();
  stored: number;
  /** Number of rows that repeat the row before. They are not sent. */
  repeated = 0;

  /** @param stored by an earlier run */
  constructor(stored = 0) {
    this.stored = stored;
  }

  /** Returns how many readings are not stored. */
  get refused(): number {
    return this.#missing.length;
  }

  refuse(line: number, error: string): void {
    this.#missing.push(line);
    const isNew = !this.#reasons.has(error);
    const name = isNew && this.#reasons.size >= MAX_REASONS ? OTHERS : error;
    const reason = this.#reasons.get(name) ?? { count: 0, firstLine: line, lastLine: line };
    reason.count += 1;
    reason.firstLine = Math.min(reason.firstLine, line);
    reason.lastLine = Math.max(reason.lastLine, line);
    this.#reasons.set(name, reason);
  }

  /** Counts columns of a row whose texts mean "no value". */
  leaveOut(columns: readonly string[]): void {
    for (const column of columns) {
      this.#noValues.set(column, (this.#noValues.get(column) ?? 0) + 1);
    }
  }

  /** Returns the lines that are not stored, in order. */
  missing(): readonly LineRange[] {
    const ranges: [first: number, last: number][] = [];
    for (const line of this.#missing.toSorted((a, b) => a - b)) {
      const last = ranges.at(-1);
      if (last?.[1] === line - 1) last[1] = line;
      else ranges.push([line, line]);
    }
    return ranges;
  }

  json(): JsonObject {
    return {
      stored: this.stored,
      refused: this.refused,
      ...(this.repeated > 0 && { repeated: this.repeated }),
      ...(this.#noValues.size > 0 && { withoutValue: Object.fromEntries(this.#noValues) }),
      problems: Array.from(this.#reasons, ([error, reason]) => ({ error, ...reason })),
    };
  }

  text(): string {
    const reasons = Array.from(this.#reasons, ([error, { count, firstLine, lastLine }]) => {
      const lines =
        firstLine === lastLine ? `line ${firstLine}` : `lines ${firstLine} to ${lastLine}`;
      return `\n  ${count} × ${error} (${lines})`;
    });
    const refused = this.refused === 0 ? "" : `, ${this.refused.toLocaleString("en-US")} not:`;
    return `${count(this.stored, "reading is", "readings are")} stored${refused}${reasons.join("")}${this.#repeatedText()}${this.#noValueText()}`;
  }

  #repeatedText(): string {
    if (this.repeated === 0) return "";
    const rows = count(this.repeated, "row repeats", "rows repeat");
    return `\n${rows} an earlier one of the same sensor and time: sent once`;
  }

  #noValueText(): string {
    if (this.#noValues.size === 0) return "";
    const columns = Array.from(this.#noValues, ([column, times]) => `${column} ${times} ×`);
    return `\nEmpty values left out: ${columns.join(", ")}`;
  }
}
