/** Numbers of several rounds, summed up. */

/** The middle one, and how far the others lie apart. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** @throws RangeError where there is nothing to sum up */
export function summarize(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  return {
    median: percentile(sorted, 50),
    low: percentile(sorted, 0),
    high: percentile(sorted, 100),
  };
}

/** How many times the second the first is, round by round: what both met in a round cancels out. */
export function compare(first: readonly number[], second: readonly number[]): Spread {
  return summarize(first.map((value, round) => value / (second[round] ?? NaN)));
}

/** @param sorted ascending; between two of them, the nearer one counts (nearest rank) */
export function percentile(sorted: readonly number[], percent: number): number {
  const rank = Math.ceil((percent / 100) * sorted.length);
  const value = sorted[Math.max(rank, 1) - 1];
  if (value === undefined) throw new RangeError("There are no values.");
  return value;
}
