/** `g` reads a path or a query once, `q` listens to it, and `n` stops listening. */

import type { Change } from "../../database/change";
import { queryKey } from "../../query/params";
import { missingIndexProblem } from "../../query/sort-index";
import { hashOf } from "../../tree/hash";
import { nodeToJson } from "../../tree/json";
import { stringifyJson } from "../../tree/json-text";
import { formatPath, type Path } from "../../tree/path";
import { encodeMessage, type Frames } from "../frame";
import {
  type Answer,
  type Body,
  dataMessage,
  invalid,
  OK,
  PERMISSION_DENIED,
  pushMessage,
  type Tag,
} from "../protocol";
import { parseCompoundHash, type RangeMerge, rangeMerges } from "../range-merge";
import { type Target, targetOf, type Listen, type SessionState } from "./body";

function listenKey({ path, params }: Target): string {
  return `${formatPath(path)}?${queryKey(params)}`;
}

/** Reads once. If the index of a query is missing, the answer names the index, as the hosted service does. */
export function get({ database, actor }: SessionState, body: Body): Answer {
  const target = targetOf(body);
  if (typeof target === "string") return invalid(target);
  const { path, params } = target;
  const result = database.read(path, params, actor);
  if (result.status === "denied") return PERMISSION_DENIED;
  if (result.missingIndex !== undefined) {
    return { status: "failed", data: missingIndexProblem(result.missingIndex, path) };
  }
  return { status: "ok", data: nodeToJson(result.node, true) };
}

export function listen(session: SessionState, body: Body): Answer {
  const target = targetOf(body);
  if (typeof target === "string") return invalid(target);
  const opened = openListen(session, target);
  if (opened === undefined) return PERMISSION_DENIED;
  sendFirst(session, opened, body);
  return opened.listening.missingIndex === undefined
    ? { status: "ok", data: {} }
    : { status: "ok", data: { w: ["no_index"] } };
}

/** Sends the first data. A client that listens again sends hashes of its data, and receives only the differences. */
function sendFirst(session: SessionState, { target, tag, listening }: Listen, body: Body): void {
  const { node } = listening;
  const { h: hash, ch } = body;
  if (typeof hash === "string" && hash !== "" && hash === hashOf(node)) return;
  const path = wirePath(target.path);
  // Data without the client's tag replaces the cache that the client keeps under that tag.
  const compoundHash = tag === target.tag ? parseCompoundHash(ch) : undefined;
  const merges = compoundHash && rangeMerges(node, compoundHash);
  if (merges === undefined) {
    session.push(dataMessage("d", path, stringifyJson(nodeToJson(node, true)), tag));
  } else if (merges.length > 0) {
    const ranges = { p: path, d: merges.map(rangeJson), ...(tag !== undefined && { t: tag }) };
    session.push(pushMessage("rm", ranges));
  }
}

/** Returns a range on the wire: `m` has the leaves after `s` up to and including `e`. A missing side is open. */
function rangeJson({ start, end, part }: RangeMerge): Body {
  return {
    ...(start && { s: wirePath(start) }),
    ...(end && { e: wirePath(end) }),
    m: nodeToJson(part, true),
  };
}

export function unlisten(session: SessionState, body: Body): Answer {
  const target = targetOf(body);
  if (typeof target === "string") return invalid(target);
  const key = listenKey(target);
  session.listens.get(key)?.listening.stop();
  session.listens.delete(key);
  return OK;
}

/** Checks the rules again for every listener of a session whose user has changed. */
export function relisten(session: SessionState): void {
  for (const { target } of Array.from(session.listens.values())) {
    if (openListen(session, target) === undefined) revoke(session, target);
  }
}

/**
 * Listens, and ends the session's earlier listener for the same query. Returns undefined if the rules deny the read.
 */
function openListen(session: SessionState, target: Target): Listen | undefined {
  const { database, actor, listens } = session;
  const { path, params } = target;
  const key = listenKey(target);
  const earlier = listens.get(key);
  const result = database.listen(path, params, actor, {
    onChange: (change) => session.sendFrames(changeFrames(change, listens.get(key)?.tag)),
    onRevoked: () => revoke(session, target),
  });
  earlier?.listening.stop();
  listens.delete(key);
  if (result.status === "denied") return undefined;
  const { listening } = result;
  // Without its index, the query receives everything without a tag, like the default listener.
  const opened = { target, tag: listening.isFiltered ? target.tag : undefined, listening };
  listens.set(key, opened);
  return opened;
}

function revoke(session: SessionState, target: Target): void {
  session.listens.delete(listenKey(target));
  const { path, query } = target;
  session.push(pushMessage("c", { p: wirePath(path), ...(query !== undefined && { q: [query] }) }));
}

function changeFrames(change: Change, tag: Tag | undefined): Frames {
  return change.encodedAs(`tag ${tag}`, () => {
    const action = change.isMerge ? "m" : "d";
    return encodeMessage(dataMessage(action, wirePath(change.path), change.json, tag));
  });
}

/** Formats a path for a push, without a leading slash. */
function wirePath(path: Path): string {
  return path.join("/");
}
