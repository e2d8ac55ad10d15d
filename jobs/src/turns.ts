/** Taking turns: nobody's thousand things delay somebody else's one. */

import type { Database, Entry } from "./database";

/** The first of each, then the second of each, and so on. Otherwise the order is kept. */
export function inTurns<T>(items: Iterable<T>, ownerOf: (item: T) => string): readonly T[] {
  const counts = new Map<string, number>();
  const ranked = [...items].map((item) => {
    const rank = counts.get(ownerOf(item)) ?? 0;
    counts.set(ownerOf(item), rank + 1);
    return { item, rank };
  });
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ item }) => item);
}

/** Whose farm it is, for taking turns: its first owner. */
export async function readOwner(database: Database, farmId: string): Promise<string> {
  const [first] = await database.readByValue(`farms/${farmId}/members`, 1);
  return isOwner(first) ? first[0] : farmId;
}

/** By value, owners come before viewers. */
function isOwner(member: Entry | undefined): member is Entry {
  return member?.[1] === "owner";
}
