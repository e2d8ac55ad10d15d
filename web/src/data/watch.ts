/** Listens to one path of the database: its value, or why it cannot be read. */

import {
  endAt,
  equalTo,
  limitToLast,
  onValue,
  orderByChild,
  orderByKey,
  query,
  ref,
  startAt,
} from "firebase/database";
import type { Database, Query } from "firebase/database";
import { firstKeyAt, lastKeyAt } from "../../../domain/src/push-key";
import { isKept } from "../model/kept-paths";
import { forgetAll, hasKnown, isOld, knownValue, oldShown, remember } from "./known";
import { problemOf } from "./problem";
import type { Problem } from "./problem";

export type Watched<T> =
  | { readonly status: "loading" }
  | { readonly status: "ready"; readonly value: T }
  | { readonly status: "failed"; readonly problem: Problem };

export const LOADING: Watched<never> = { status: "loading" };

/**
 * Those of a farm, or so many of the newest push keys, from one time on or of a range of time. Times are Unix
 * milliseconds.
 */
export type Part =
  | { readonly farmId: string }
  | { readonly newest: number; readonly from?: number; readonly to?: number };

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
  const key = keyOf(path, part);
  let isShownOld = isOld(key);
  if (isShownOld) oldShown.value = oldShown.peek() + 1;
  const endOld = (): void => {
    if (isShownOld) oldShown.value = oldShown.peek() - 1;
    isShownOld = false;
  };
  const stop = onValue(
    partOf(ref(database, path), part),
    (snapshot) => {
      const stored: unknown = snapshot.val();
      if (isKept(path)) remember(key, stored);
      listener({ status: "ready", value: read(stored) });
      endOld();
    },
    (error) => {
      const problem = problemOf(error);
      // Not a member any more, for one.
      if (problem === "refused" && path.startsWith("farms/")) forgetAll();
      listener({ status: "failed", problem });
      endOld();
    },
  );
  return () => {
    stop();
    endOld();
  };
}

/** What was last known of a path: to be shown until the database sends it. */
export function knownAt<T>(
  path: string,
  part: Part | undefined,
  read: (stored: unknown) => T,
): Watched<T> {
  const key = keyOf(path, part);
  return hasKnown(key) ? { status: "ready", value: read(knownValue(key)) } : LOADING;
}

export function asStored(stored: unknown): unknown {
  return stored;
}

function keyOf(path: string, part: Part | undefined): string {
  return part === undefined ? path : `${path} ${JSON.stringify(part)}`;
}

function partOf(all: Query, part: Part | undefined): Query {
  if (part === undefined) return all;
  if ("farmId" in part) return query(all, orderByChild("farmId"), equalTo(part.farmId));
  const { newest, from, to } = part;
  return query(
    all,
    orderByKey(),
    ...(from === undefined ? [] : [startAt(firstKeyAt(from))]),
    ...(to === undefined ? [] : [endAt(lastKeyAt(to))]),
    limitToLast(newest),
  );
}

/** The value, once it is known. */
export function valueOf<T>(watched: Watched<T>): T | undefined {
  return watched.status === "ready" ? watched.value : undefined;
}
