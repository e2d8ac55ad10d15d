/** Listens to one path of the database: its value, or why it cannot be read. */

import { equalTo, onValue, orderByChild, query, ref } from "firebase/database";
import type { Database } from "firebase/database";
import { problemOf } from "./problem";
import type { Problem } from "./problem";

export type Watched<T> =
  | { readonly status: "loading" }
  | { readonly status: "ready"; readonly value: T }
  | { readonly status: "failed"; readonly problem: Problem };

export const LOADING: Watched<never> = { status: "loading" };

/**
 * Calls back with every value from now on, and no more after the first failure.
 * @param farmId limits a list of records to those of this farm
 * @returns what ends it
 */
export function watch<T>(
  database: Database,
  path: string,
  farmId: string | undefined,
  read: (stored: unknown) => T,
  listener: (watched: Watched<T>) => void,
): () => void {
  const all = ref(database, path);
  return onValue(
    farmId === undefined ? all : query(all, orderByChild("farmId"), equalTo(farmId)),
    (snapshot) => listener({ status: "ready", value: read(snapshot.val()) }),
    (error) => listener({ status: "failed", problem: problemOf(error) }),
  );
}

/** The value, once it is known. */
export function valueOf<T>(watched: Watched<T>): T | undefined {
  return watched.status === "ready" ? watched.value : undefined;
}
