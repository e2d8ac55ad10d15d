/** One place in the database, watched: what is there, or why it cannot be seen. */

import { onValue } from "firebase/database";
import type { Query } from "firebase/database";
import { problemOf } from "./problem";
import type { Problem } from "./problem";

export type Watched<T> =
  | { readonly status: "loading" }
  | { readonly status: "ready"; readonly value: T }
  | { readonly status: "failed"; readonly problem: Problem };

export const LOADING: Watched<never> = { status: "loading" };

/**
 * Calls back with every value from now on, and no more after the first failure.
 * @returns what ends it
 */
export function watch<T>(
  query: Query,
  read: (stored: unknown) => T,
  listener: (watched: Watched<T>) => void,
): () => void {
  return onValue(
    query,
    (snapshot) => listener({ status: "ready", value: read(snapshot.val()) }),
    (error) => listener({ status: "failed", problem: problemOf(error) }),
  );
}

/** The value, once it is there. */
export function valueOf<T>(watched: Watched<T>): T | undefined {
  return watched.status === "ready" ? watched.value : undefined;
}
