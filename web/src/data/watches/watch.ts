/** Listens to one path of the database. Gives its value, or the reason why it cannot be read. */

import type { Signal } from "@preact/signals-core";
import type { Query } from "firebase/database";
import { firstKeyAt, lastKeyAt } from "@greenhouse/domain/identity/push-key";
import { isKept } from "../../model/farm/kept-paths";
import {
  deleteSnapshots,
  hasKnown,
  isOld,
  knownValue,
  oldShown,
  remember,
} from "../connection/known";
import { problemOf } from "../connection/problem";
import type { Problem } from "../connection/problem";
import { sdkOf, withSdk } from "../connection/sdk";

export type Watched<T> =
  | { readonly status: "loading" }
  | { readonly status: "ready"; readonly value: T }
  | { readonly status: "failed"; readonly problem: Problem };

const LOADING: Watched<never> = { status: "loading" };

/**
 * A part of a list: the records of one farm, the `newest` records by a time in them, the `newest` records between two
 * keys, or the `newest` records by push key. The last may start at a time or end at a time. Times are Unix milliseconds.
 */
export type Part =
  | { readonly farmId: string }
  | { readonly newest: number; readonly by: string }
  | { readonly newest: number; readonly fromKey: string; readonly toKey: string }
  | { readonly newest: number; readonly from?: number; readonly to?: number };

/**
 * Calls the listener with every value once the SDK is loaded. Stops after the first failure.
 * @param part of a list of records; undefined for all
 * @param listener receives the value, and whether it equals the last visit's value, which `knownAt` has already
 * returned
 * @returns stops listening
 */
export function watch<T>(
  path: string,
  part: Part | undefined,
  read: (stored: unknown) => T,
  listener: (watched: Watched<T>, isAsKnown: boolean) => void,
): () => void {
  const key = keyOf(path, part);
  let isShownOld = isOld(key);
  // Another listener of the path may be the first to remember a new value.
  const shown = knownValue(key);
  if (isShownOld) oldShown.value = oldShown.peek() + 1;
  const endOld = (): void => {
    if (isShownOld) oldShown.value = oldShown.peek() - 1;
    isShownOld = false;
  };
  const stop = withSdk(({ database, onValue, ref }) =>
    onValue(
      partOf(ref(database, path), part),
      (snapshot) => {
        const stored: unknown = snapshot.val();
        const isAsKnown = isShownOld && JSON.stringify(stored) === JSON.stringify(shown);
        if (isKept(path)) remember(key, stored);
        listener({ status: "ready", value: read(stored) }, isAsKnown);
        endOld();
      },
      (error) => {
        const problem = problemOf(error);
        // Known values show that the person could read the farm before. Somebody who opens an invitation has none.
        const isLost = problem === "refused" && path.startsWith("farms/") && hasKnown(key);
        if (isLost) void deleteSnapshots();
        listener({ status: "failed", problem }, false);
        endOld();
      },
    ),
  );
  return () => {
    stop();
    endOld();
  };
}

/** Puts every value of a path into a signal that starts with `knownAt`. @returns stops listening */
export function watchInto(path: string, target: Signal<Watched<unknown>>, part?: Part): () => void {
  return watch(path, part, asStored, (watched, isAsKnown) => {
    if (!isAsKnown) target.value = watched;
  });
}

/** Returns the last known value of a path. It is shown until the database sends the current value. */
export function knownAt<T>(
  path: string,
  part: Part | undefined,
  read: (stored: unknown) => T,
): Watched<T> {
  const key = keyOf(path, part);
  return hasKnown(key) ? { status: "ready", value: read(knownValue(key)) } : LOADING;
}

export function readWatched<T>(
  watched: Watched<unknown>,
  read: (stored: unknown) => T,
): Watched<T> {
  return watched.status === "ready" ? { status: "ready", value: read(watched.value) } : watched;
}

export function asStored(stored: unknown): unknown {
  return stored;
}

function keyOf(path: string, part: Part | undefined): string {
  return part === undefined ? path : `${path} ${JSON.stringify(part)}`;
}

function partOf(all: Query, part: Part | undefined): Query {
  const { endAt, equalTo, limitToLast, orderByChild, orderByKey, query, startAt } = sdkOf();
  if (part === undefined) return all;
  if ("farmId" in part) return query(all, orderByChild("farmId"), equalTo(part.farmId));
  if ("by" in part) return query(all, orderByChild(part.by), limitToLast(part.newest));
  if ("fromKey" in part) {
    const { newest, fromKey, toKey } = part;
    return query(all, orderByKey(), startAt(fromKey), endAt(toKey), limitToLast(newest));
  }
  const { newest, from, to } = part;
  return query(
    all,
    orderByKey(),
    ...(from === undefined ? [] : [startAt(firstKeyAt(from))]),
    ...(to === undefined ? [] : [endAt(lastKeyAt(to))]),
    limitToLast(newest),
  );
}

/** Returns the value; undefined while it loads, or if it cannot be read. */
export function valueOf<T>(watched: Watched<T>): T | undefined {
  return watched.status === "ready" ? watched.value : undefined;
}

/** Returns why the value cannot be read; undefined while it can. */
export function problemIn(watched: Watched<unknown>): Problem | undefined {
  return watched.status === "failed" ? watched.problem : undefined;
}
