/** GET and HEAD: returns data, or the result of a query. */

import { ALL } from "../query/params";
import { missingIndexProblem } from "../query/sort-index";
import type { ReadResult } from "../database";
import { Branch, childrenOf, type Node, nodeAt, priorityOf } from "../tree/node";
import { type Json, nodeToJson } from "../tree/json";
import { isLongerThan, jsonPieces } from "../tree/json-pieces";
import { dataReply, type DataRequest, etagIn, etagOf, wantsEtag } from "./data";
import { parseQuery, parseShallowQuery } from "./query-parameters";
import { errorReply, JSON_TYPE, PERMISSION_DENIED, type Reply } from "./reply";

export function readData(data: DataRequest): Reply {
  const { request, options, database, path } = data;
  const { search } = request;
  const query = options.isShallow ? parseShallowQuery(search) : parseQuery(search);
  if (typeof query === "string") return errorReply(400, query);
  const result =
    path.at(-1) === ".priority" ? readPriority(data) : database.read(path, query, data.actor);
  if (result.status === "denied") return PERMISSION_DENIED;
  if (result.missingIndex !== undefined)
    return errorReply(400, missingIndexProblem(result.missingIndex, path));
  const stored = nodeAt(database.snapshot, path);
  const clientEtag = etagIn(request.headers["if-none-match"]);
  // The ETag covers the whole node even for a query, because a conditional write compares the whole node. Its cost
  // grows with the node, so it is computed only on request.
  const etag = wantsEtag(request) || clientEtag !== undefined ? etagOf(stored) : undefined;
  const headers = etag === undefined ? {} : { ETag: etag };
  if (etag !== undefined && etag === clientEtag) return { status: 304, headers, body: "" };
  if (isLongExport(data, result.node)) {
    return {
      status: 200,
      headers: { "Content-Type": JSON_TYPE, ...headers },
      body: jsonPieces(result.node),
    };
  }
  const json = options.isShallow
    ? shallowJson(result.node)
    : shownJson(result.node, stored, options.isExport);
  return dataReply(200, json, options, headers);
}

/** In characters. An admin may read a longer tree, too, as firebase-tools exports it. */
const MAX_WHOLE_LENGTH = 16 * 1024 * 1024;

function isLongExport({ options, actor }: DataRequest, node: Node): boolean {
  const { isExport, isShallow, print, callback } = options;
  const isPlain = isExport && !isShallow && print === "compact" && callback === null;
  return isPlain && actor.isAdmin && isLongerThan(MAX_WHOLE_LENGTH, node);
}

/** Reads a priority. An actor that may read the node may read its priority. */
function readPriority({ database, path, actor }: DataRequest): ReadResult {
  const result = database.read(path.slice(0, -1), ALL, actor);
  return result.status === "ok" ? { status: "ok", node: priorityOf(result.node) } : result;
}

/**
 * Returns `{}` if a query shows no child of a node with children, as clients expect.
 * Source: https://github.com/thisbejim/Pyrebase/issues/317
 */
function shownJson(shown: Node, stored: Node, isExport: boolean): Json {
  return shown === null && stored instanceof Branch ? {} : nodeToJson(shown, isExport);
}

function shallowJson(node: Node): Json {
  return node instanceof Branch
    ? Object.fromEntries(Array.from(childrenOf(node), ([key]) => [key, true]))
    : nodeToJson(node);
}
