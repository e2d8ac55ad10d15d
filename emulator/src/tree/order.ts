/** The orders of keys and of values. Source: https://firebase.google.com/docs/database/web/lists-of-data#data-order */

/** Sort before and after every key; never keys of data. */
export const MIN_KEY = "[MIN_NAME]";
export const MAX_KEY = "[MAX_NAME]";

const INT32_MIN = -2_147_483_648;
const INT32_MAX = 2_147_483_647;
const INTEGER = /^-?0*\d{1,10}$/;

/** The number a key stands for in the order of keys, or undefined for text. Leading zeros are allowed. */
export function integerKey(key: string): number | undefined {
  // Most keys are text, and every comparison asks; push ids begin with a minus sign.
  const first = key.charCodeAt(0);
  const isCandidate = isDigit(first) || (first === MINUS && isDigit(key.charCodeAt(1)));
  if (!isCandidate || !INTEGER.test(key)) return undefined;
  const value = Number(key);
  return value >= INT32_MIN && value <= INT32_MAX ? value : undefined;
}

const MINUS = 45;
/** What the ends of the order begin with; in ASCII, small letters and the underscore stand above it. */
const BRACKET = 91;

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

/** 32-bit integers first, by value (01 right after 1), then text by its UTF-16 units. */
export function compareKeys(a: string, b: string): number {
  if (a === b) return 0;
  // Most keys begin with a small letter: integers and the ends of the order do not.
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

/** Stands for a value with children, which sorts after every scalar; only the key orders such values. */
export const NESTED = Symbol("a value with children");

export type Scalar = string | number | boolean;

/** What a child is ordered by: nothing, a scalar, or something with children. */
export type SortValue = null | Scalar | typeof NESTED;

function rank(value: SortValue): number {
  switch (typeof value) {
    case "boolean":
      return 1;
    case "number":
      return 2;
    case "string":
      return 3;
    case "symbol":
      return 4;
    default:
      return 0;
  }
}

/** null, false, true, numbers, text, values with children. */
export function compareSortValues(a: SortValue, b: SortValue): number {
  if (a === b) return 0;
  const byRank = rank(a) - rank(b);
  if (byRank !== 0) return byRank;
  return (a as Scalar) < (b as Scalar) ? -1 : 1;
}
