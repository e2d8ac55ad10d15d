/** Paths are lists of keys. Source for keys: https://firebase.google.com/docs/database/web/structure-data */

import { compareKeys } from "./order";

export type Path = readonly string[];

export const ROOT: Path = [];

const MAX_KEY_BYTES = 768;

export const MAX_DEPTH = 32;

export const TOO_DEEP = `the path is deeper than ${MAX_DEPTH} levels`;

const FORBIDDEN_IN_KEYS = /[.$#[\]/\u0000-\u001f\u007f]/;

/** Splits "/a//b/" into ["a", "b"]: empty segments are ignored. */
export function parsePath(text: string): Path {
  if (text === "" || text === "/") return ROOT;
  const keys = text.split("/");
  return keys.includes("") ? keys.filter((key) => key !== "") : keys;
}

export function formatPath(path: Path): string {
  return `/${path.join("/")}`;
}

/** Returns why `key` cannot name a child, or undefined. */
export function keyProblem(key: string): string | undefined {
  if (key === "") return "a key is empty";
  // A UTF-16 unit is at most three bytes of UTF-8, so the bytes of short keys need not be counted.
  if (key.length * 3 > MAX_KEY_BYTES && Buffer.byteLength(key) > MAX_KEY_BYTES) {
    return `a key is longer than ${MAX_KEY_BYTES} bytes`;
  }
  if (FORBIDDEN_IN_KEYS.test(key)) {
    return `the key ${JSON.stringify(key)} contains one of . $ # [ ] / or a control character`;
  }
  return key.isWellFormed()
    ? undefined
    : `the key ${JSON.stringify(key)} contains half a surrogate pair`;
}

/** Returns why a value cannot be written at `path`, or undefined. `.priority` may be the last key. */
export function pathProblem(path: Path): string | undefined {
  const keys = path.at(-1) === ".priority" ? path.slice(0, -1) : path;
  if (keys.length > MAX_DEPTH) return TOO_DEEP;
  for (const key of keys) {
    const problem = keyProblem(key);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

export function isAtOrBelow(path: Path, prefix: Path): boolean {
  return path.length >= prefix.length && prefix.every((key, level) => path[level] === key);
}

/** Compares paths in the order of leaves: a path comes right before the paths below it. */
export function comparePaths(a: Path, b: Path): number {
  for (const [level, key] of a.entries()) {
    const otherKey = b[level];
    if (otherKey === undefined) return 1;
    const order = compareKeys(key, otherKey);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}
