/** Taking turns: nobody's thousand things delay somebody else's one. */

/** The first of each, then the second of each, and so on. Otherwise the order is kept. */
export function inTurns<T>(all: Iterable<T>, whose: (each: T) => string): readonly T[] {
  const counts = new Map<string, number>();
  const ranked = [...all].map((each) => {
    const rank = counts.get(whose(each)) ?? 0;
    counts.set(whose(each), rank + 1);
    return { each, rank };
  });
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ each }) => each);
}
