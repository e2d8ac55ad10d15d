/** Compares keys and values. Source: https://firebase.google.com/docs/database/web/lists-of-data#data-order */

import type { Numeric } from "./numbers";

/** These sort before and after every key. They are never keys of data. */
export const MIN_KEY = "[MIN_NAME]";
export const MAX_KEY = "[MAX_NAME]";

const INT32_MIN = -2_147_483_648;
const INT32_MAX = 2_147_483_647;
const INTEGER = /^-?0*\d{1,10}$/;

/** Returns the number by which a key is ordered, or undefined if it is ordered as text. Leading zeros are allowed. */
export function integerKey(key: string): number | undefined {
  // A quick test of the first characters: most keys are text, and push ids begin with a minus sign.
  const first = key.charCodeAt(0);
  const isCandidate = isDigit(first) || (first === MINUS && isDigit(key.charCodeAt(1)));
  if (!isCandidate || !INTEGER.test(key)) return undefined;
  const value = Number(key);
  return value >= INT32_MIN && value <= INT32_MAX ? value : undefined;
}

const MINUS = 45;
/** The first character of MIN_KEY and MAX_KEY. In ASCII, small letters and the underscore come after it. */
const BRACKET = 91;

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

/** Compares keys: 32-bit integers come first, by value (01 right after 1), then text by its UTF-16 units. */
export function compareKeys(a: string, b: string): number {
  if (a === b) return 0;
  // Most keys begin with a small letter. Integers, MIN_KEY and MAX_KEY do not.
  if (a.charCodeAt(0) > BRACKET && b.charCodeAt(0) > BRACKET) return a < b ? -1 : 1;
  if (a === MIN_KEY || b === MAX_KEY) return -1;
  if (b === MIN_KEY || a === MAX_KEY) return 1;
  const aInteger = integerKey(a);
  const bInteger = integerKey(b);
  if (aInteger !== undefined) {
    if (bInteger === undefined) return -1;
    return aInteger === bInteger ? a.length - b.length || compareText(a, b) : aInteger - bInteger;
  }
  return bInteger === undefined ? compareText(a, b) : 1;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Represents a value with children. It sorts after every scalar; such values are ordered only by key. */
export const NESTED = Symbol("a value with children");

export type Scalar = string | Numeric | boolean;

/** The value by which a child is ordered. */
export type SortValue = null | Scalar | typeof NESTED;

function rank(value: SortValue): number {
  switch (typeof value) {
    case "boolean":
      return 1;
    case "number":
    case "bigint":
      return 2;
    case "string":
      return 3;
    case "symbol":
      return 4;
    default:
      return 0;
  }
}

/** Compares values in this order: null, false, true, numbers, strings, values with children. */
export function compareSortValues(a: SortValue, b: SortValue): number {
  if (a === b) return 0;
  const byRank = rank(a) - rank(b);
  if (byRank !== 0) return byRank;
  return (a as Scalar) < (b as Scalar) ? -1 : 1;
}
