/** Listens to one path of the database: its value, or why it cannot be read. */

import {
  equalTo,
  limitToLast,
  onValue,
  orderByChild,
  orderByKey,
  query,
  ref,
} from "firebase/database";
import type { Database, Query } from "firebase/database";
import { problemOf } from "./problem";
import type { Problem } from "./problem";

export type Watched<T> =
  | { readonly status: "loading" }
  | { readonly status: "ready"; readonly value: T }
  | { readonly status: "failed"; readonly problem: Problem };

export const LOADING: Watched<never> = { status: "loading" };

/** Those of a farm, or so many of the newest push keys. */
export type Part = { readonly farmId: string } | { readonly newest: number };

/**
 * Calls back with every value from now on, and no more after the first failure.
 * @param part of a list of records; undefined for all
 * @returns what ends it
 */
export function watch<T>(
  database: Database,
  path: string,
  part: Part | undefined,
  read: (stored: unknown) => T,
  listener: (watched: Watched<T>) => void,
): () => void {
  return onValue(
    partOf(ref(database, path), part),
    (snapshot) => listener({ status: "ready", value: read(snapshot.val()) }),
    (error) => listener({ status: "failed", problem: problemOf(error) }),
  );
}

function partOf(all: Query, part: Part | undefined): Query {
  if (part === undefined) return all;
  return "farmId" in part
    ? query(all, orderByChild("farmId"), equalTo(part.farmId))
    : query(all, orderByKey(), limitToLast(part.newest));
}

/** The value, once it is known. */
export function valueOf<T>(watched: Watched<T>): T | undefined {
  return watched.status === "ready" ? watched.value : undefined;
}
