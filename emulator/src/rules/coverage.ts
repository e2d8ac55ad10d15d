/** Counts the values of expressions. One count takes a few nanoseconds, so counting is always on. */

import { Failure, type Value } from "./types";

/** Different strings and numbers that are counted; further ones count as "other". */
const MAX_VALUES = 10;
const MAX_SHOWN = 40;

interface Tally {
  readonly scalar: string | number;
  times: number;
}

const NO_COUNTS = { true: 0, false: 0, null: 0, object: 0, other: 0, error: 0 };
const NAMES = Object.keys(NO_COUNTS) as (keyof typeof NO_COUNTS)[];

export class Counter {
  private named = { ...NO_COUNTS };
  private readonly scalars = new Map<string | number, Tally>();
  /** The tally of the last value: the next value is mostly the same. */
  private latest: Tally | undefined;

  count(value: Value): void {
    if (value === true) this.named.true += 1;
    else if (value === false) this.named.false += 1;
    else if (value === null) this.named.null += 1;
    else if (typeof value === "string" || typeof value === "number") this.countScalar(value);
    else if (value instanceof Failure) this.named.error += 1;
    else this.named.object += 1;
  }

  clear(): void {
    this.named = { ...NO_COUNTS };
    this.scalars.clear();
    this.latest = undefined;
  }

  /** How often by value: "true", "12", "\"text\"", "null", "object", "other", and "error" for what failed. */
  counts(): Readonly<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const name of NAMES) if (this.named[name] > 0) counts[name] = this.named[name];
    for (const { scalar, times } of this.scalars.values()) {
      counts[typeof scalar === "string" ? JSON.stringify(scalar) : String(scalar)] = times;
    }
    return counts;
  }

  private countScalar(value: string | number): void {
    if (this.latest?.scalar === value) {
      this.latest.times += 1;
      return;
    }
    // A key must not keep a whole long text alive.
    const isLong = typeof value === "string" && value.length > MAX_SHOWN;
    const scalar = isLong ? `${value.slice(0, MAX_SHOWN)}…` : value;
    const tally = this.scalars.get(scalar);
    if (tally !== undefined) {
      tally.times += 1;
      this.latest = tally;
    } else if (this.scalars.size < MAX_VALUES) {
      this.latest = { scalar, times: 1 };
      this.scalars.set(scalar, this.latest);
    } else {
      this.named.other += 1;
    }
  }
}
