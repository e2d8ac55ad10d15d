/** Types are sets of kinds: a value that depends on data or on the token may have one of several kinds. */

import { Branch } from "../tree/node";
import type { Numeric } from "../tree/numbers";
import { Pattern } from "./pattern";
import { Snapshot } from "./snapshot";

/** A set of kinds, one bit each. */
export type Type = number;

export const NULL: Type = 1;
export const BOOLEAN: Type = 2;
export const NUMBER: Type = 4;
export const TEXT = 8;
/** The value of `val()` where the database has children. */
export const BRANCH: Type = 16;
/** An object or a list in `auth`. */
export const CLAIMS: Type = 32;
export const SNAPSHOT = 64;
export const QUERY: Type = 128;
export const PATTERN: Type = 256;
/** A list written in a rule. */
export const LIST: Type = 512;

/** The type of a faulty expression. It fits everywhere, so a mistake is reported only once. */
export const UNKNOWN: Type = 1023;

export const VALUE: Type = NULL | BOOLEAN | NUMBER | TEXT | BRANCH;
export const PRIORITY: Type = NULL | NUMBER | TEXT;
export const BOUND: Type = NULL | BOOLEAN | NUMBER | TEXT;
export const CLAIM: Type = NULL | BOOLEAN | NUMBER | TEXT | CLAIMS;

const NAMES: readonly (readonly [Type, string])[] = [
  [NULL, "null"],
  [BOOLEAN, "a boolean"],
  [NUMBER, "a number"],
  [TEXT, "a string"],
  [BRANCH, "an object of the database"],
  [CLAIMS, "an object of auth"],
  [SNAPSHOT, "a snapshot"],
  [QUERY, "the query"],
  [PATTERN, "a regular expression"],
  [LIST, "a list"],
];

export function describeType(type: Type): string {
  return NAMES.filter(([kind]) => (type & kind) !== 0)
    .map(([, name]) => name)
    .join(" or ");
}

export function canBe(type: Type, kinds: Type): boolean {
  return (type & kinds) !== 0;
}

/** Returns whether every value of this type has one of these kinds. */
export function isAlways(type: Type, kinds: Type): boolean {
  return type === UNKNOWN || (type & ~kinds) === 0;
}

export function kindOf(value: Value): Type {
  switch (typeof value) {
    case "boolean":
      return BOOLEAN;
    case "number":
    case "bigint":
      return NUMBER;
    case "string":
      return TEXT;
    default:
      if (value === null) return NULL;
      if (value instanceof Snapshot) return SNAPSHOT;
      if (value instanceof Branch) return BRANCH;
      return value instanceof Pattern ? PATTERN : CLAIMS;
  }
}

/** Values of expressions: scalars, snapshots, branches, patterns, lists, claims, the query, or a failure. */
export type Value = null | boolean | Numeric | string | object;

/** The result of an operation whose operands did not fit. `!` does not turn it into a grant. */
export class Failure {
  constructor(readonly message: string) {}
}

/** Maximum length of a string that an expression produces, in UTF-16 units: that of the database's longest string. */
export const MAX_TEXT_LENGTH = 10 * 1024 * 1024;
