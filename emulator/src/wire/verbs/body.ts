/** The state of a session, which verbs share, and readers of request bodies, which return a problem as a string. */

import { parseWireQuery, type QueryParams } from "../../query/params";
import type { Json } from "../../tree/json";
import { parsePath, type Path, pathProblem } from "../../tree/path";
import type { Write } from "../../database/write";
import type { Database } from "../../database";
import type { Actor } from "../../database/actor";
import type { Listening } from "../../database/listeners";
import type { DisconnectWrites } from "../disconnect-writes";
import type { Frames } from "../frame";
import type { Body, Tag } from "../protocol";

export function pathOf({ p: text }: Body): Path | string {
  if (typeof text !== "string") return "p must be the path as a string";
  const path = parsePath(text);
  return pathProblem(path) ?? path;
}

export interface Target {
  readonly path: Path;
  readonly params: QueryParams;
  /** The query as the client wrote it, because messages to the client repeat it. Undefined without a query. */
  readonly query: Body | undefined;
  readonly tag: Tag | undefined;
}

export interface Listen {
  readonly target: Target;
  /** Undefined for a listener that receives everything. */
  readonly tag: Tag | undefined;
  readonly listening: Listening;
}

type Listens = Map<string, Listen>;

/** The state of a session. Its verbs read and change it. */
export interface SessionState {
  readonly database: Database;
  actor: Actor;
  /** A timer for the expiry of the client's token. */
  expiry?: NodeJS.Timeout;
  readonly listens: Listens;
  readonly disconnectWrites: DisconnectWrites;
  /** Tells the client which rule refused a write; its SDK prints it. */
  readonly isExplaining: boolean;
  /** Sends a message that is not an answer. */
  readonly push: (message: string) => void;
  readonly sendFrames: (frames: Frames) => void;
}

const QUERY_MEMBERS = ["i", "sp", "sn", "sin", "ep", "en", "ein", "l", "vf"];

export function targetOf(body: Body): Target | string {
  const path = pathOf(body);
  if (typeof path === "string") return path;
  const { q, t: tag } = body;
  const params = parseWireQuery(q);
  if (typeof params === "string") return params;
  if (tag !== undefined && !isTag(tag)) return "t must be a whole number";
  const members = Object.entries(q ?? {}).filter(([name]) => QUERY_MEMBERS.includes(name));
  const query = members.length === 0 ? undefined : Object.fromEntries<unknown>(members);
  return { path, params, query, tag };
}

function isTag(tag: unknown): tag is Tag {
  return Number.isSafeInteger(tag);
}

export function setOf(body: Body): Write | string {
  const path = pathOf(body);
  if (typeof path === "string") return path;
  const { d: value } = body;
  return value === undefined ? "d is missing" : { kind: "set", path, value: value as Json };
}

export function mergeOf(body: Body): Write | string {
  const path = pathOf(body);
  if (typeof path === "string") return path;
  const { d: children } = body;
  return typeof children === "object" && children !== null
    ? { kind: "merge", path, children: children as Readonly<Record<string, Json>> }
    : "d must be an object of values by path";
}
