/** The members of a farm: what they may do, their names for each other, and the update that ends a membership. */

import { entriesOf } from "./stored.ts";

export type Role = "owner" | "viewer";

/** Ends a membership: what the farm holds of the person, and the farm on their list. */
export function memberRemoval(farmId: string, uid: string): Readonly<Record<string, null>> {
  return {
    [`farms/${farmId}/members/${uid}`]: null,
    [`farms/${farmId}/names/${uid}`]: null,
    [`users/${uid}/farms/${farmId}`]: null,
  };
}

/** The names under `farms/<farmId>/names`, by uid. */
export function readNames(stored: unknown): ReadonlyMap<string, string> {
  return new Map(
    entriesOf(stored).flatMap(([uid, name]) =>
      typeof name === "string" && name.trim() !== "" ? [[uid, name] as const] : [],
    ),
  );
}
