/** What a query asks for, and its two spellings: on the wire and in the parameters of a REST request. */

import type { Scalar } from "../tree/node";
import { MAX_KEY, MIN_KEY } from "../tree/order";
import { parsePath, pathProblem } from "../tree/path";
import { BY_KEY, BY_PRIORITY, BY_VALUE, type Index } from "./sort-index";

/**
 * One end of a range. Ordered by key, `value` is null and `key` is the bound itself; otherwise `key` decides among
 * children of the same value and is MIN_KEY or MAX_KEY where the query names none.
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

/** Whether the query shows a part of the children only. (An order alone does not.) */
export function isFiltered(params: QueryParams): boolean {
  return params.start !== undefined || params.end !== undefined || params.limit !== undefined;
}

/** The key that a bound without a key stands for. */
export function openKey(edge: "start" | "end", isInclusive: boolean): string {
  return (edge === "start") === isInclusive ? MIN_KEY : MAX_KEY;
}

export type ParsedQuery =
  | { readonly ok: true; readonly params: QueryParams }
  | { readonly ok: false; readonly problem: string };

export function queryKey(params: QueryParams): string {
  return JSON.stringify(params);
}

/** The query of a `q` object on the wire: `i sp sn sin ep en ein l vf`; absent means everything. */
export function parseWireQuery(q: unknown): ParsedQuery {
  if (q === undefined || q === null) return { ok: true, params: ALL };
  if (typeof q !== "object" || Array.isArray(q))
    return { ok: false, problem: "q must be an object" };
  const wire = q as Readonly<Record<string, unknown>>;
  const { i: name } = wire;
  if (name !== undefined && typeof name !== "string")
    return { ok: false, problem: "i must be text" };
  const index = indexFromName(name);
  if (index.kind === "child" && pathProblem(index.path) !== undefined) {
    return { ok: false, problem: "i must be .key, .value, .priority or a path" };
  }
  const start = parseBound(wire, "start", index);
  const end = parseBound(wire, "end", index);
  const limit = parseLimit(wire, start !== undefined);
  if (typeof start === "string") return { ok: false, problem: start };
  if (typeof end === "string") return { ok: false, problem: end };
  if (typeof limit === "string") return { ok: false, problem: limit };
  return { ok: true, params: { index, start, end, limit } };
}

/** Without `vf` a limit is of the oldest kind: it counts from the start if there is one, else from the end. */
function parseLimit(
  { l: count, vf: side }: Readonly<Record<string, unknown>>,
  hasStart: boolean,
): QueryParams["limit"] | string {
  if (count === undefined) return undefined;
  if (!isCount(count)) return "l must be a whole number above 0";
  if (side !== undefined && side !== "l" && side !== "r") return "vf must be l or r";
  return { count, from: side === "l" || (side === undefined && hasStart) ? "first" : "last" };
}

/** The index with this name: `.key`, `.value`, `.priority` (also when absent) or a path below each child. */
function indexFromName(name: string | undefined): Index {
  switch (name) {
    case undefined:
    case "":
    case ".priority":
      return BY_PRIORITY;
    case ".key":
      return BY_KEY;
    case ".value":
      return BY_VALUE;
    default:
      return { kind: "child", path: parsePath(name) };
  }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

export function isScalarOrNull(value: unknown): value is Scalar | null {
  if (typeof value === "number") return Number.isFinite(value);
  return value === null || typeof value === "string" || typeof value === "boolean";
}

const WIRE_BOUNDS = {
  start: { value: "sp", key: "sn", isInclusive: "sin" },
  end: { value: "ep", key: "en", isInclusive: "ein" },
} as const;

/** A bound, undefined where there is none, or what is wrong with it. */
function parseBound(
  wire: Readonly<Record<string, unknown>>,
  edge: "start" | "end",
  index: Index,
): Bound | string | undefined {
  const names = WIRE_BOUNDS[edge];
  const value = wire[names.value];
  const key = wire[names.key];
  const isInclusive = wire[names.isInclusive] ?? true;
  if (value === undefined) return undefined;
  if (!isScalarOrNull(value)) return `${names.value} must be null, a boolean, a number or text`;
  if (key !== undefined && typeof key !== "string") return `${names.key} must be text`;
  if (typeof isInclusive !== "boolean") return `${names.isInclusive} must be true or false`;
  if (index.kind !== "key") return { value, key: key ?? openKey(edge, isInclusive), isInclusive };
  return typeof value === "string"
    ? { value: null, key: value, isInclusive }
    : `${names.value} must be text when ordered by key`;
}
