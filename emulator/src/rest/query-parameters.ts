/** A query in a URL. Source: https://firebase.google.com/docs/database/rest/retrieve-data#section-rest-filtering */

import {
  ALL,
  type Bound,
  isScalarOrNull,
  openKey,
  type ParsedQuery,
  type QueryParams,
} from "../query/params";
import { BY_KEY, BY_PRIORITY, BY_VALUE, type Index } from "../query/sort-index";
import type { Scalar } from "../tree/node";
import { keyProblem, parsePath, pathProblem } from "../tree/path";
import { parseJson } from "./body";

const STARTS = ["startAt", "startAfter", "equalTo"] as const;
const ENDS = ["endAt", "endBefore", "equalTo"] as const;
const RANGE = ["startAt", "startAfter", "endAt", "endBefore"] as const;
const LIMITS = ["limitToFirst", "limitToLast"] as const;
type BoundName = (typeof STARTS)[number] | (typeof ENDS)[number];

/** A part of the query, undefined where the request has none, or what is wrong with it. */
type Part<T> = T | undefined | { readonly problem: string };

export function parseQuery(search: URLSearchParams): ParsedQuery {
  const orderBy = search.get("orderBy");
  if (orderBy === null) {
    return [...RANGE, "equalTo", ...LIMITS].some((name) => search.has(name))
      ? fail("orderBy must be defined when other query parameters are defined")
      : { ok: true, params: ALL };
  }
  const index = parseIndex(orderBy);
  if (index === undefined) return fail("orderBy must be a valid JSON encoded path");
  if (search.has("equalTo") && RANGE.some((name) => search.has(name))) {
    return fail(
      "equalTo cannot be specified in addition to startAfter, startAt, endAt, or endBefore",
    );
  }
  const start = parseBound(search, "start", STARTS, index);
  const end = parseBound(search, "end", ENDS, index);
  const limit = parseLimit(search);
  if (isProblem(start)) return fail(start.problem);
  if (isProblem(end)) return fail(end.problem);
  if (isProblem(limit)) return fail(limit.problem);
  return { ok: true, params: { index, start, end, limit } };
}

/** With `shallow=true` the command line asks for pages of keys, by `limitToFirst` and a bare key in `startAfter`. */
export function parseShallowQuery(search: URLSearchParams): ParsedQuery {
  if (
    ["orderBy", "equalTo", "startAt", "endAt", "endBefore", "limitToLast"].some((name) =>
      search.has(name),
    )
  ) {
    return fail("shallow cannot be mixed with a query");
  }
  const limit = parseLimit(search);
  if (isProblem(limit)) return fail(limit.problem);
  const key = search.get("startAfter");
  const start = key === null ? undefined : { value: null, key, isInclusive: false };
  return { ok: true, params: { index: BY_KEY, start, limit } };
}

function isProblem<T extends object>(part: Part<T>): part is { readonly problem: string } {
  return part !== undefined && "problem" in part;
}

function fail(problem: string): ParsedQuery {
  return { ok: false, problem };
}

function parseIndex(orderBy: string): Index | undefined {
  const name = parseJson(orderBy);
  if (typeof name !== "string") return undefined;
  switch (name) {
    case "$key":
      return BY_KEY;
    case "$value":
      return BY_VALUE;
    case "$priority":
      return BY_PRIORITY;
    default: {
      const path = parsePath(name);
      const isPath = path.length > 0 && pathProblem(path) === undefined;
      return isPath ? { kind: "child", path } : undefined;
    }
  }
}

function parseBound(
  search: URLSearchParams,
  edge: "start" | "end",
  names: readonly BoundName[],
  index: Index,
): Part<Bound> {
  const [name, another] = names.filter((candidate) => search.has(candidate));
  if (name === undefined) return undefined;
  if (another !== undefined)
    return { problem: `Only one of ${name} and ${another} may be specified` };
  const constraint = parseConstraint(search.get(name) ?? "");
  if ("problem" in constraint) return constraint;
  const { value, key } = constraint;
  const isInclusive = name !== "startAfter" && name !== "endBefore";
  if (index.kind === "key") {
    if (typeof value === "string" && key === undefined)
      return { value: null, key: value, isInclusive };
    return { problem: "Provided key index type is invalid, must be string" };
  }
  if (index.kind === "priority" && typeof value === "boolean") {
    return { problem: "Provided priority index type is invalid, must be null, number or string" };
  }
  return { value, key: key ?? openKey(edge, isInclusive), isInclusive };
}

interface Constraint {
  readonly value: Scalar | null;
  readonly key?: string;
}

function parseConstraint(text: string): Constraint | { readonly problem: string } {
  const parts = parseJson(`[${text}]`);
  if (!Array.isArray(parts) || parts.length === 0 || parts.length > 2)
    return { problem: NO_PRIMITIVE };
  const [value, key] = parts as readonly unknown[];
  if (!isScalarOrNull(value)) return { problem: NO_PRIMITIVE };
  if (parts.length === 1) return { value };
  return typeof key === "string" && keyProblem(key) === undefined
    ? { value, key }
    : { problem: "Constraint key field must be a valid key name" };
}

const NO_PRIMITIVE = "Constraint index field must be a JSON primitive";

function parseLimit(search: URLSearchParams): Part<NonNullable<QueryParams["limit"]>> {
  const [name, another] = LIMITS.filter((candidate) => search.has(candidate));
  if (name === undefined) return undefined;
  if (another !== undefined) {
    return { problem: "Only one of limitToFirst and limitToLast may be specified" };
  }
  const text = search.get(name) ?? "";
  const count = Number(text);
  if (!/^[+-]?\d+$/.test(text) || !Number.isSafeInteger(count)) {
    return { problem: `${name} must be an integer` };
  }
  if (count <= 0) return { problem: `${name} must be positive` };
  return { count, from: name === "limitToFirst" ? "first" : "last" };
}
