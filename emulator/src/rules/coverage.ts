/**
 * Counts what the expressions of the rules, and their parts, came to. Counting one value takes a few nanoseconds, so
 * that it is always on.
 */

import { Failure } from "./value";
import type { Value } from "./value";

/** Different strings and numbers that are told apart; what comes after them counts as "other". */
const MAX_VALUES = 10;
/** Longer strings are shown shortened. */
const MAX_SHOWN = 40;

/** One string or number, and how often it came. */
interface Tally {
  readonly scalar: string | number;
  times: number;
}

/** How often one expression came to which value. */
export class Counter {
  private trues = 0;
  private falses = 0;
  private nulls = 0;
  private errors = 0;
  private objects = 0;
  private others = 0;
  private readonly scalars = new Map<string | number, Tally>();
  /** What came last mostly comes again. */
  private latest: Tally | undefined;

  count(value: Value): void {
    if (value === true) this.trues += 1;
    else if (value === false) this.falses += 1;
    else if (value === null) this.nulls += 1;
    else if (typeof value === "object") this.countObject(value);
    else this.countScalar(value);
  }

  clear(): void {
    this.trues = 0;
    this.falses = 0;
    this.nulls = 0;
    this.errors = 0;
    this.objects = 0;
    this.others = 0;
    this.scalars.clear();
    this.latest = undefined;
  }

  /** How often by value: "true", "12", "\"text\"", "null", "object", "other", and "error" for what failed. */
  counts(): Readonly<Record<string, number>> {
    const counts: Record<string, number> = {};
    const named: readonly (readonly [string, number])[] = [
      ["true", this.trues],
      ["false", this.falses],
      ["null", this.nulls],
      ...Array.from(
        this.scalars.values(),
        ({ scalar, times }) => [showScalar(scalar), times] as const,
      ),
      ["object", this.objects],
      ["other", this.others],
      ["error", this.errors],
    ];
    for (const [name, times] of named) if (times > 0) counts[name] = (counts[name] ?? 0) + times;
    return counts;
  }

  private countObject(value: object): void {
    if (value instanceof Failure) this.errors += 1;
    else this.objects += 1;
  }

  private countScalar(value: string | number): void {
    if (this.latest?.scalar === value) {
      this.latest.times += 1;
      return;
    }
    // A key must not keep a whole long text alive.
    const scalar =
      typeof value === "string" && value.length > MAX_SHOWN
        ? `${value.slice(0, MAX_SHOWN)}…`
        : value;
    const tally = this.scalars.get(scalar);
    if (tally !== undefined) {
      tally.times += 1;
      this.latest = tally;
    } else if (this.scalars.size < MAX_VALUES) {
      this.latest = { scalar, times: 1 };
      this.scalars.set(scalar, this.latest);
    } else {
      this.others += 1;
    }
  }
}

function showScalar(value: string | number): string {
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}
