/** Measures two things side by side and prints how many times the second costs the first, as a line of JSON. */

import { compare as ratioOf, summarize } from "../statistics.ts";
import type { Spread } from "../statistics.ts";

export interface Measured {
  readonly name: string;
  /** Does it once. */
  readonly run: () => void;
}

/** A line of what is printed. */
export interface Comparison {
  readonly title: string;
  readonly ratio: Spread;
  /** What the ratio must not exceed, where there is a target. */
  readonly atMost?: number;
  /** Names, and microseconds of one. */
  readonly base: readonly [string, number];
  readonly other: readonly [string, number];
}

/** Rounds of each, in turns, so that both meet the same weather. */
const ROUNDS = 11;

/** About so long is a round, so that the clock does not matter. */
const ROUND_MS = 40;

/** Code that has run often is compiled better, and for both of what it meets. */
const WARM_UP_ROUNDS = 3;
const WARM_UP_MS = 200;

export function compare(title: string, base: Measured, other: Measured, atMost?: number): void {
  const first = { ...base, count: calibrate(base), times: [] as number[] };
  const second = { ...other, count: calibrate(other), times: [] as number[] };
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    for (const { run, count, times } of round % 2 === 0 ? [first, second] : [second, first]) {
      const time = timeOf(run, count);
      if (round >= 0) times.push(time);
    }
  }
  const comparison: Comparison = {
    title,
    ratio: ratioOf(second.times, first.times),
    ...(atMost !== undefined && { atMost }),
    base: [base.name, summarize(first.times).median * 1000],
    other: [other.name, summarize(second.times).median * 1000],
  };
  process.stdout.write(`${JSON.stringify(comparison)}\n`);
}

/** Warms up, and finds how often to run in a round. */
function calibrate({ run }: Measured): number {
  // The first run may make what the later ones use.
  run();
  const start = performance.now();
  let count = 0;
  do {
    run();
    count += 1;
  } while (performance.now() - start < WARM_UP_MS);
  return Math.ceil((count * ROUND_MS) / WARM_UP_MS);
}

/** @returns milliseconds of one run */
function timeOf(run: () => void, count: number): number {
  const start = performance.now();
  for (let done = 0; done < count; done += 1) run();
  return (performance.now() - start) / count;
}
