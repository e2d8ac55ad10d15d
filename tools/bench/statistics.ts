/** Runs rounds of a measurement, and summarizes them. */

/** The median of several values, and their range. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** @throws RangeError if the list is empty */
export function summarize(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  return {
    median: percentile(sorted, 50),
    low: percentile(sorted, 0),
    high: percentile(sorted, 100),
  };
}

/**
 * Divides the first values by the second, round by round: what slows down both in a round cancels
 * out.
 */
export function compare(first: readonly number[], second: readonly number[]): Spread {
  return summarize(first.map((value, round) => value / (second[round] ?? NaN)));
}

/** Returns the nearest rank. @param sorted in ascending order */
export function percentile(sorted: readonly number[], percent: number): number {
  const rank = Math.ceil((percent / 100) * sorted.length);
  const value = sorted[Math.max(rank, 1) - 1];
  if (value === undefined) throw new RangeError("There are no values.");
  return value;
}

export function median(values: readonly number[]): number {
  return summarize(values).median;
}

/**
 * Measures each subject once a round. Each round begins with another subject.
 * @returns the results of a subject, one per round
 */
export async function inRounds<S, R>(
  rounds: number,
  subjects: readonly S[],
  measure: (subject: S) => Promise<R>,
): Promise<(subject: S) => readonly R[]> {
  const results = new Map(subjects.map((subject) => [subject, [] as R[]]));
  for (let round = 0; round < rounds; round += 1) {
    const first = round % subjects.length;
    for (const subject of [...subjects.slice(first), ...subjects.slice(0, first)]) {
      results.get(subject)?.push(await measure(subject));
    }
  }
  return (subject) => results.get(subject) ?? [];
}
