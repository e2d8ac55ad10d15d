/** Counts the values of expressions. Counting a value takes a few nanoseconds, so it is always on. */

import { isNumeric, type Numeric } from "../tree/numbers";
import { Failure, type Value } from "./types";

/** Maximum number of different strings and numbers that are counted. Others count as "other". */
const MAX_VALUES = 10;
const MAX_SHOWN = 40;

interface Times {
  times: number;
}

const NO_COUNTS = { true: 0, false: 0, null: 0, object: 0, error: 0 };
const NAMES = ["true", "false", "null", "object", "error"] as const;

export class Counter {
  private named = { ...NO_COUNTS };
  private readonly scalars = new Map<string | Numeric, Times>();
  private readonly other: Times = { times: 0 };
  /** The last scalar and its count: the next scalar is mostly the same. */
  private latest: string | Numeric | undefined;
  private latestTimes = this.other;

  count(value: Value): void {
    if (value === true) this.named.true += 1;
    else if (value === false) this.named.false += 1;
    else if (value === null) this.named.null += 1;
    else if (typeof value === "string" || isNumeric(value)) this.countScalar(value);
    else if (value instanceof Failure) this.named.error += 1;
    else this.named.object += 1;
  }

  clear(): void {
    this.named = { ...NO_COUNTS };
    this.scalars.clear();
    this.other.times = 0;
    this.latest = undefined;
  }

  /** Returns counts by value: "true", "12", "\"text\"", "null", "object", "other", and "error" for failures. */
  counts(): Readonly<Record<string, number>> {
    const counts: Record<string, number> = {};
    const add = (name: string, times: number): void => {
      if (times > 0) counts[name] = times;
    };
    for (const name of NAMES) add(name, this.named[name]);
    add("other", this.other.times);
    for (const [scalar, { times }] of this.scalars) {
      add(typeof scalar === "string" ? JSON.stringify(scalar) : String(scalar), times);
    }
    return counts;
  }

  private countScalar(value: string | Numeric): void {
    if (value !== this.latest) {
      this.latestTimes = this.timesOf(value);
      this.latest = isLong(value) ? undefined : value;
    }
    this.latestTimes.times += 1;
  }

  private timesOf(value: string | Numeric): Times {
    const scalar = isLong(value) ? `${value.slice(0, MAX_SHOWN)}…` : value;
    const existing = this.scalars.get(scalar);
    if (existing !== undefined || this.scalars.size === MAX_VALUES) return existing ?? this.other;
    const times = { times: 0 };
    this.scalars.set(scalar, times);
    return times;
  }
}

/** Returns whether a string is shortened, because a count must not keep a long string in memory. */
function isLong(value: string | Numeric): value is string {
  return typeof value === "string" && value.length > MAX_SHOWN;
}
