/** Takes one item per owner in turn, so that an owner with many items does not delay the others. */

import type { Database, Entry } from "./database";

/** Returns the first item of each owner, then the second of each owner, and so on. Otherwise it keeps the order. */
export function inTurns<T>(items: Iterable<T>, ownerOf: (item: T) => string): readonly T[] {
  const counts = new Map<string, number>();
  const ranked = [...items].map((item) => {
    const rank = counts.get(ownerOf(item)) ?? 0;
    counts.set(ownerOf(item), rank + 1);
    return { item, rank };
  });
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ item }) => item);
}

/** Reads the first owner of a farm, for taking turns. Returns the farm's id if it has no owner. */
export async function readOwner(database: Database, farmId: string): Promise<string> {
  const [first] = await database.readByValue(`farms/${farmId}/members`, 1);
  return isOwner(first) ? first[0] : farmId;
}

/** By value, owners come before viewers. */
function isOwner(member: Entry | undefined): member is Entry {
  return member?.[1] === "owner";
}
