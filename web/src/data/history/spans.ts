/**
 * Which parts of a list in the database are known, so that each is read once: a part is missing, being read, or held.
 * What changes afterwards must be forgotten. The list itself, and what was read of it, belong to the caller.
 */

import { withoutWindows } from "../../model/plot/time-range";
import type { Window } from "../../model/plot/time-range";

interface Held extends Window {
  /** The time between two samples in milliseconds; 0 if everything was read. */
  readonly step: number;
  /** A sample is too coarse for a range that is shorter than this, and for one with a larger budget. */
  readonly least: number;
  readonly budget: number;
}

interface Pending extends Window {
  /** What was asked for at once. */
  readonly part: Window;
}

export class Spans {
  readonly #onChange: () => void;
  /** They do not overlap. */
  #held: readonly Held[] = [];
  #pending: readonly Pending[] = [];

  /** @param onChange called whenever a part begins to be read, is held, or is forgotten */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get isReading(): boolean {
    return this.#pending.length > 0;
  }

  get isEmpty(): boolean {
    return this.#held.length === 0;
  }

  /** The time between two samples in a range: 0 if everything was read, undefined if a part of it was not. */
  stepIn(range: Window): number | undefined {
    const fine = this.#fineFor(range, 0);
    if (withoutWindows(range, fine).length > 0) return undefined;
    const steps = fine.map(({ from, to, step }) => (from < range.to && to > range.from ? step : 0));
    return Math.max(0, ...steps);
  }

  /**
   * Reads the missing parts of a range. What is forgotten while it is read remains missing.
   * @param budget the most entries that may be read; a part with more is read as a sample
   * @param read returns the time between two samples; 0 if everything was read
   */
  async fill(
    range: Window,
    budget: number,
    read: (part: Window) => Promise<number>,
  ): Promise<void> {
    const missing = withoutWindows(range, [...this.#fineFor(range, budget), ...this.#pending]);
    if (missing.length === 0) return;
    this.#pending = [...this.#pending, ...missing.map((part) => ({ ...part, part }))];
    this.#onChange();
    await Promise.all(
      missing.map(async (part) => {
        try {
          const step = await read(part);
          const left = this.#pending.filter((one) => one.part === part);
          for (const { from, to } of left) this.hold({ from, to }, step, budget);
        } finally {
          this.#pending = this.#pending.filter((one) => one.part !== part);
          this.#onChange();
        }
      }),
    );
  }

  /** In the place of what was held of this part. */
  hold(part: Window, step = 0, budget = Infinity): void {
    const least = step === 0 ? 0 : (part.to - part.from) / 2;
    this.#held = [...without(this.#held, part), { ...part, step, least, budget }];
  }

  forget(part: Window): void {
    this.#held = without(this.#held, part);
    this.#pending = without(this.#pending, part);
    this.#onChange();
  }

  #fineFor({ from, to }: Window, budget: number): readonly Held[] {
    return this.#held.filter(
      (one) => one.step === 0 || (one.least <= to - from && one.budget >= budget),
    );
  }
}

function without<T extends Window>(all: readonly T[], part: Window): readonly T[] {
  return all.flatMap((one) => withoutWindows(one, [part]).map((rest) => ({ ...one, ...rest })));
}
