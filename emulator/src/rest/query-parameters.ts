/**
 * Reads a query from a URL.
 * Source: https://firebase.google.com/docs/database/rest/retrieve-data#section-rest-filtering
 */

import { ALL, type Bound, openKey, type QueryParams } from "../query/params";
import { BY_KEY, BY_PRIORITY, BY_VALUE, type Index } from "../query/sort-index";
import { scalarFromJson } from "../tree/json";
import { parseJson } from "../tree/json-text";
import type { Scalar } from "../tree/node";
import { keyProblem, parsePath, pathProblem } from "../tree/path";

const STARTS = ["startAt", "startAfter", "equalTo"] as const;
const ENDS = ["endAt", "endBefore", "equalTo"] as const;
const RANGE = ["startAt", "startAfter", "endAt", "endBefore"] as const;
const LIMITS = ["limitToFirst", "limitToLast"] as const;
type BoundName = (typeof STARTS)[number] | (typeof ENDS)[number];

/** Returns a query, or a string that describes the problem. */
export function parseQuery(search: URLSearchParams): QueryParams | string {
  const has = (name: string): boolean => search.has(name);
  const orderBy = search.get("orderBy");
  if (orderBy === null) {
    return [...RANGE, "equalTo", ...LIMITS].some(has)
      ? "orderBy must be defined when other query parameters are defined"
      : ALL;
  }
  const index = parseIndex(orderBy);
  if (index === undefined) return "orderBy must be a valid JSON encoded path";
  if (has("equalTo") && RANGE.some(has)) {
    return "equalTo cannot be specified in addition to startAfter, startAt, endAt, or endBefore";
  }
  const start = parseBound(search, "start", STARTS, index);
  const end = parseBound(search, "end", ENDS, index);
  const limit = parseLimit(search);
  if (typeof start === "string") return start;
  if (typeof end === "string") return end;
  return typeof limit === "string" ? limit : { index, start, end, limit };
}

const NO_SHALLOW = ["orderBy", "equalTo", "startAt", "endAt", "endBefore", "limitToLast"];

/**
 * Reads a query with `shallow=true`. The firebase command requests pages of keys with `limitToFirst` and a plain key in
 * `startAfter`.
 */
export function parseShallowQuery(search: URLSearchParams): QueryParams | string {
  if (NO_SHALLOW.some((name) => search.has(name))) return "shallow cannot be mixed with a query";
  const limit = parseLimit(search);
  if (typeof limit === "string") return limit;
  const key = search.get("startAfter");
  const start = key === null ? undefined : { value: null, key, isInclusive: false };
  return { index: BY_KEY, start, limit };
}

const NAMED_INDEXES = new Map<string, Index>([
  ["$key", BY_KEY],
  ["$value", BY_VALUE],
  ["$priority", BY_PRIORITY],
]);

function parseIndex(orderBy: string): Index | undefined {
  const name = parseJson(orderBy);
  if (typeof name !== "string") return undefined;
  const path = parsePath(name);
  const isPath = path.length > 0 && pathProblem(path) === undefined;
  return NAMED_INDEXES.get(name) ?? (isPath ? { kind: "child", path } : undefined);
}

/** Returns one end of the range, undefined if the request has none, or a string that describes the problem. */
function parseBound(
  search: URLSearchParams,
  edge: "start" | "end",
  names: readonly BoundName[],
  index: Index,
): Bound | string | undefined {
  const [name, secondName] = names.filter((candidate) => search.has(candidate));
  if (name === undefined) return undefined;
  if (secondName !== undefined) return `Only one of ${name} and ${secondName} may be specified`;
  const constraint = parseConstraint(search.get(name) ?? "");
  if (typeof constraint === "string") return constraint;
  const [value, key] = constraint;
  const isInclusive = name !== "startAfter" && name !== "endBefore";
  if (index.kind === "key") {
    return typeof value === "string" && key === undefined
      ? { value: null, key: value, isInclusive }
      : "Provided key index type is invalid, must be string";
  }
  if (index.kind === "priority" && typeof value === "boolean") {
    return "Provided priority index type is invalid, must be null, number or string";
  }
  return { value, key: key ?? openKey(edge, isInclusive), isInclusive };
}

function parseConstraint(text: string): readonly [value: Scalar | null, key?: string] | string {
  const parts = parseJson(`[${text}]`);
  const [json, key, ...more] = Array.isArray(parts) ? (parts as readonly unknown[]) : [];
  const value = scalarFromJson(json);
  if (value === undefined || more.length > 0) {
    return "Constraint index field must be a JSON primitive";
  }
  if (key === undefined) return [value];
  return typeof key === "string" && keyProblem(key) === undefined
    ? [value, key]
    : "Constraint key field must be a valid key name";
}

function parseLimit(search: URLSearchParams): QueryParams["limit"] | string {
  const [name, secondName] = LIMITS.filter((candidate) => search.has(candidate));
  if (name === undefined) return undefined;
  if (secondName !== undefined) return "Only one of limitToFirst and limitToLast may be specified";
  const text = search.get(name) ?? "";
  const count = Number(text);
  if (!/^[+-]?\d+$/.test(text) || !Number.isSafeInteger(count)) return `${name} must be an integer`;
  if (count <= 0) return `${name} must be positive`;
  return { count, from: name === "limitToFirst" ? "first" : "last" };
}
