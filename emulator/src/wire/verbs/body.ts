/** Reads the members that the bodies of several verbs share; what is wrong with one is said as text. */

import { parseWireQuery, type QueryParams } from "../../query/params";
import type { Json } from "../../tree/json";
import { parsePath, type Path, pathProblem } from "../../tree/path";
import type { Write } from "../../database/write";
import type { Body, Tag } from "../protocol";

export function pathOf({ p: text }: Body): Path | string {
  if (typeof text !== "string") return "p must be the path as text";
  const path = parsePath(text);
  return pathProblem(path) ?? path;
}

/** A query at a path. */
export interface Target {
  readonly path: Path;
  readonly params: QueryParams;
  /** The query as the client wrote it, to name it by; undefined where there is none. */
  readonly query: Body | undefined;
  readonly tag: Tag | undefined;
}

const QUERY_MEMBERS = ["i", "sp", "sn", "sin", "ep", "en", "ein", "l", "vf"];

export function targetOf(body: Body): Target | string {
  const path = pathOf(body);
  if (typeof path === "string") return path;
  const { q, t: tag } = body;
  const parsed = parseWireQuery(q);
  if (!parsed.ok) return parsed.problem;
  if (tag !== undefined && !isTag(tag)) return "t must be a whole number";
  const members = Object.entries(q ?? {}).filter(([name]) => QUERY_MEMBERS.includes(name));
  const query = members.length === 0 ? undefined : Object.fromEntries<unknown>(members);
  return { path, params: parsed.params, query, tag };
}

function isTag(tag: unknown): tag is Tag {
  return Number.isSafeInteger(tag);
}

/** What `p` and `o` write. */
export function setOf(body: Body): Write | string {
  const path = pathOf(body);
  if (typeof path === "string") return path;
  const { d: value } = body;
  return value === undefined ? "d is missing" : { kind: "set", path, value: value as Json };
}

/** What `m` and `om` write. */
export function mergeOf(body: Body): Write | string {
  const path = pathOf(body);
  if (typeof path === "string") return path;
  const { d: children } = body;
  return typeof children === "object" && children !== null
    ? { kind: "merge", path, children: children as Readonly<Record<string, Json>> }
    : "d must be an object of values by path";
}
