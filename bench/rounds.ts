/** Rounds in which everything that is compared has its turn, each round beginning with another. */

/** @returns what `measure` found for each subject, a list with one entry per round */
export async function inRounds<S, R>(
  rounds: number,
  subjects: readonly S[],
  measure: (subject: S) => Promise<R>,
): Promise<ReadonlyMap<S, readonly R[]>> {
  const found = new Map(subjects.map((subject) => [subject, [] as R[]]));
  for (let round = 0; round < rounds; round += 1) {
    const first = round % subjects.length;
    for (const subject of [...subjects.slice(first), ...subjects.slice(0, first)]) {
      found.get(subject)?.push(await measure(subject));
    }
  }
  return found;
}
