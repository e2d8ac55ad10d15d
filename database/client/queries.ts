/**
 * Queries of children. Sorts the children of an answer, because a JSON object has no order.
 * Sources: https://firebase.google.com/docs/database/rest/retrieve-data#section-rest-filtering, for the exclusive ends
 * https://github.com/firebase/firebase-js-sdk/pull/6706, and for the order
 * https://firebase.google.com/docs/database/web/lists-of-data#data-order
 */

import type { KeyRange } from "@greenhouse/domain/identity/key-range";
import { entriesOf } from "@greenhouse/domain/stored";

export interface Query {
  /** `$key`, `$value`, or the name of a field. */
  readonly orderBy: string;
  readonly equalTo?: string;
  readonly startAt?: string;
  readonly startAfter?: string;
  readonly endAt?: string;
  readonly endBefore?: string;
  readonly limitToFirst?: number;
  readonly limitToLast?: number;
}

/** A child with its name. */
export type Entry = readonly [key: string, value: unknown];

/** Returns a query for the children whose keys are in the range. */
export function inRange({ from, after, before }: KeyRange): Query {
  return {
    orderBy: "$key",
    // The database accepts only one start.
    ...(after !== undefined ? { startAfter: after } : from !== undefined && { startAt: from }),
    ...(before !== undefined && { endBefore: before }),
  };
}

/** Returns the parameters of the URL, which hold JSON. */
export function queryParameters(query: Query): string {
  return Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(JSON.stringify(value))}`)
    .join("&");
}

/** Returns the children in the order of their keys. */
export function byKey(children: unknown): readonly Entry[] {
  return entriesOf(children).toSorted(([a], [b]) => compareKeys(a, b));
}

/**
 * Returns the children in the order of their values, which are texts. Children with equal values are in the order of
 * keys.
 */
export function byText(children: unknown): readonly Entry[] {
  return byKey(children).toSorted(([, a], [, b]) => compareTexts(String(a), String(b)));
}

/** Compares keys as the database does: keys that are 32-bit integers come first, in numeric order. */
function compareKeys(a: string, b: string): number {
  const [first, second] = [integerOf(a), integerOf(b)];
  if (first !== second) return first - second;
  // "01" comes right after "1".
  return (first !== Infinity && a.length - b.length) || compareTexts(a, b);
}

/** Returns the key as a 32-bit integer, or Infinity if it is not one. */
function integerOf(key: string): number {
  const value = /^-?0*\d{1,10}$/.test(key) ? Number(key) : Infinity;
  return value >= -(2 ** 31) && value < 2 ** 31 ? value : Infinity;
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
