/** `q` and `n`: listens to a place, whole or through a query, and stops. */

import type { Change } from "../../database/change";
import type { Listening } from "../../database/listeners";
import { parseWireQuery } from "../../query/params";
import type { QueryParams } from "../../query/params";
import { hashOf } from "../../tree/hash";
import { nodeToJson } from "../../tree/json";
import { formatPath } from "../../tree/path";
import type { Path } from "../../tree/path";
import { dataMessage, invalid, listenRevokedMessage, OK, PERMISSION_DENIED } from "../protocol";
import type { Answer, Body } from "../protocol";
import type { SessionState } from "../session";
import { NO_PATH, pathOf } from "./body";

export interface Listen {
  readonly path: Path;
  readonly params: QueryParams;
  /** The query as the client wrote it, to name it by when its right is lost. */
  readonly query: unknown;
  /** What the client calls its query; undefined for a listener that is told everything. */
  readonly tag: unknown;
  readonly listening: Listening;
}

/** By path and query. */
export type Listens = Map<string, Listen>;

function listenKey(path: Path, query: unknown): string {
  return `${formatPath(path)}?${JSON.stringify(query ?? null)}`;
}

export function listen(session: SessionState, body: Body): Answer {
  const path = pathOf(body);
  const query = parseWireQuery(body["q"]);
  if (path === undefined) return invalid(NO_PATH);
  if (!query.ok) return invalid(query.problem);
  const opened = openListen(session, path, query.params, body["q"], body["t"]);
  if (opened === undefined) return PERMISSION_DENIED;
  const { listening, tag } = opened;
  // A client that listens again after a pause says what it has; the same need not be sent.
  const { h: hash } = body;
  const isKnown = typeof hash === "string" && hash !== "" && hash === hashOf(listening.node);
  if (!isKnown) {
    const json = JSON.stringify(nodeToJson(listening.node, true));
    session.push(dataMessage("d", wirePath(path), json, tag));
  }
  return listening.missingIndex === undefined
    ? { status: "ok", data: {} }
    : { status: "ok", data: { w: ["no_index"] } };
}

export function unlisten(session: SessionState, body: Body): Answer {
  const path = pathOf(body);
  if (path === undefined) return invalid(NO_PATH);
  const key = listenKey(path, body["q"]);
  session.listens.get(key)?.listening.stop();
  session.listens.delete(key);
  return OK;
}

/** Asks the rules again for every listener of a session whose user has changed. */
export function relisten(session: SessionState): void {
  for (const { path, params, query, tag, listening } of [...session.listens.values()]) {
    listening.stop();
    if (openListen(session, path, params, query, tag) === undefined) revoke(session, path, query);
  }
}

function openListen(
  session: SessionState,
  path: Path,
  params: QueryParams,
  query: unknown,
  tag: unknown,
): Listen | undefined {
  const key = listenKey(path, query);
  session.listens.get(key)?.listening.stop();
  const result = session.database.listen(path, params, session.actor, {
    onChange: (change) => session.push(changeMessage(change, session.listens.get(key)?.tag)),
    onRevoked: () => revoke(session, path, query),
  });
  if (result.status === "denied") return undefined;
  const { listening } = result;
  // Without its index the query is told everything, as the default listener is: untagged.
  const opened: Listen = {
    path,
    params,
    query,
    tag: listening.isFiltered ? tag : undefined,
    listening,
  };
  session.listens.set(key, opened);
  return opened;
}

function revoke(session: SessionState, path: Path, query: unknown): void {
  session.listens.delete(listenKey(path, query));
  session.push(listenRevokedMessage(wirePath(path), query));
}

/** Untagged messages are the same for every client: made once. */
const untaggedMessages = new WeakMap<Change, string>();

function changeMessage(change: Change, tag: unknown): string {
  if (tag !== undefined) return messageOf(change, tag);
  let message = untaggedMessages.get(change);
  if (message === undefined) {
    message = messageOf(change, undefined);
    untaggedMessages.set(change, message);
  }
  return message;
}

function messageOf(change: Change, tag: unknown): string {
  return dataMessage(change.isMerge ? "m" : "d", wirePath(change.path), change.json, tag);
}

/** Pushed paths come without a leading slash. */
function wirePath(path: Path): string {
  return path.join("/");
}
