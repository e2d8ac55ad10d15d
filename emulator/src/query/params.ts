/** The parameters of a query, and their names on the wire. */

import { scalarFromJson } from "../tree/json";
import { isObject, stringifyJson } from "../tree/json-text";
import type { Scalar } from "../tree/node";
import { MAX_KEY, MIN_KEY } from "../tree/order";
import { parsePath, pathProblem } from "../tree/path";
import { BY_KEY, BY_PRIORITY, BY_VALUE, type Index } from "./sort-index";

/**
 * One end of a range. In key order, `value` is null and `key` is the bound. Otherwise `key` decides among children of
 * the same value; it is MIN_KEY or MAX_KEY if the query does not name a key.
 */
export interface Bound {
  readonly value: Scalar | null;
  readonly key: string;
  readonly isInclusive: boolean;
}

export interface QueryParams {
  readonly index: Index;
  readonly start?: Bound | undefined;
  readonly end?: Bound | undefined;
  readonly limit?: { readonly count: number; readonly from: "first" | "last" } | undefined;
}

export const ALL: QueryParams = { index: BY_PRIORITY };

/** Returns whether the query has a bound or a limit. An order alone does not filter. */
export function isFiltered(params: QueryParams): boolean {
  return params.start !== undefined || params.end !== undefined || params.limit !== undefined;
}

/** Returns the key of a bound that has only a value. */
export function openKey(edge: "start" | "end", isInclusive: boolean): string {
  return (edge === "start") === isInclusive ? MIN_KEY : MAX_KEY;
}

export function queryKey(params: QueryParams): string {
  return stringifyJson(params);
}

/**
 * Reads a `q` object of the wire: `i sp sn sin ep en ein l vf`. Returns a string that describes the problem, if any.
 */
export function parseWireQuery(q: unknown): QueryParams | string {
  if (q === undefined || q === null) return ALL;
  if (!isObject(q)) return "q must be an object";
  const { i: name = "" } = q;
  if (typeof name !== "string") return "i must be a string";
  const index = NAMED_INDEXES.get(name) ?? { kind: "child", path: parsePath(name) };
  if (index.kind === "child" && pathProblem(index.path) !== undefined) {
    return "i must be .key, .value, .priority or a path";
  }
  const start = parseBound(q, "start", index);
  const end = parseBound(q, "end", index);
  const limit = parseLimit(q, start !== undefined);
  if (typeof start === "string") return start;
  if (typeof end === "string") return end;
  return typeof limit === "string" ? limit : { index, start, end, limit };
}

const NAMED_INDEXES = new Map<string, Index>([
  ["", BY_PRIORITY],
  [".priority", BY_PRIORITY],
  [".key", BY_KEY],
  [".value", BY_VALUE],
]);

/**
 * Reads `l` and `vf`. Without `vf`, as old clients send it, the limit counts from the start bound, else from the end.
 */
function parseLimit(
  { l: count, vf: side }: Readonly<Record<string, unknown>>,
  hasStart: boolean,
): QueryParams["limit"] | string {
  if (count === undefined) return undefined;
  if (!isCount(count)) return "l must be a whole number above 0";
  if (side !== undefined && side !== "l" && side !== "r") return "vf must be l or r";
  return { count, from: side === "l" || (side === undefined && hasStart) ? "first" : "last" };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

const WIRE_BOUNDS = {
  start: { value: "sp", key: "sn", isInclusive: "sin" },
  end: { value: "ep", key: "en", isInclusive: "ein" },
} as const;

/** Returns a bound, undefined if the query has none, or a string that describes the problem. */
function parseBound(
  wire: Readonly<Record<string, unknown>>,
  edge: "start" | "end",
  index: Index,
): Bound | string | undefined {
  const names = WIRE_BOUNDS[edge];
  if (wire[names.value] === undefined) return undefined;
  const value = scalarFromJson(wire[names.value]);
  const key = wire[names.key];
  const isInclusive = wire[names.isInclusive] ?? true;
  if (value === undefined) return `${names.value} must be null, a boolean, a number or a string`;
  if (key !== undefined && typeof key !== "string") return `${names.key} must be a string`;
  if (typeof isInclusive !== "boolean") return `${names.isInclusive} must be true or false`;
  if (index.kind !== "key") return { value, key: key ?? openKey(edge, isInclusive), isInclusive };
  return typeof value === "string"
    ? { value: null, key: value, isInclusive }
    : `${names.value} must be a string when ordered by key`;
}
