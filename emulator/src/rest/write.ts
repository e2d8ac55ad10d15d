/** PUT, PATCH, POST and DELETE. */

import type { Import, Write } from "../database/write";
import { ALL } from "../query/params";
import { type Json, nodeToJson } from "../tree/json";
import { type Node, nodeAt } from "../tree/node";
import { parsePath, type Path } from "../tree/path";
import { isObject, textOf } from "../tree/json-text";
import type { TreeProblem } from "../tree/tree-reader";
import { findBadKey, parseBody } from "./body";
import { dataReply, type DataRequest, etagIn, etagOf, wantsEtag } from "./data";
import { errorReply, PERMISSION_DENIED, type Reply } from "./reply";

const NO_DATA = "Error: No data supplied.";
const NOT_JSON = "Invalid data; couldn't parse JSON object, array, or value.";
const NOT_OBJECT =
  "Invalid data; couldn't parse JSON object. Are you sending a JSON object with valid key names?";

export function putData(data: DataRequest, bytes: Buffer): Reply {
  return setData(data, data.path, bytes, (node) => nodeToJson(node, true));
}

export function postData(data: DataRequest, bytes: Buffer, createId: () => string): Reply {
  const name = createId();
  return setData(data, [...data.path, name], bytes, () => ({ name }));
}

function setData(
  data: DataRequest,
  path: Path,
  bytes: Buffer,
  answer: (node: Node) => Json,
): Reply {
  const body = parseBody(bytes);
  if (typeof body === "string") return errorReply(400, body === "empty" ? NO_DATA : NOT_JSON);
  return commit(data, { kind: "set", path, value: body.value }, bytes, answer);
}

export function patchData(data: DataRequest, bytes: Buffer): Reply {
  const body = parseBody(bytes);
  if (typeof body === "string") return errorReply(400, body === "empty" ? NO_DATA : NOT_OBJECT);
  const { value } = body;
  // The firebase command deletes with a PATCH of null.
  if (value === null) return deleteData(data);
  if (!isObject(value)) return errorReply(400, NOT_OBJECT);
  if (Object.keys(value).some((key) => /^\/*$/.test(key))) return errorReply(400, NOT_OBJECT);
  return commit(data, { kind: "merge", path: data.path, children: value }, undefined, (node) =>
    childrenAsWritten(node, Object.keys(value)),
  );
}

export function deleteData(data: DataRequest): Reply {
  return commit(data, { kind: "set", path: data.path, value: null }, undefined, () => null);
}

/** Commits a write and answers. `sent` is the JSON of the request, to find the position of an invalid key. */
export function commit(
  data: DataRequest,
  write: Write | Import,
  sent: Buffer | undefined,
  answer: (node: Node) => Json,
): Reply {
  const { request, database, options, actor } = data;
  const etag = etagIn(request.headers["if-match"]);
  const result = database.commit(write, {
    actor,
    disableTriggers: options.disableTriggers,
    ...(etag !== undefined && { expects: (current: Node) => etagOf(current) === etag }),
  });
  switch (result.status) {
    case "ok": {
      const node = nodeAt(database.snapshot, write.path);
      // Creating JSON for an update of a thousand paths takes as long as the update.
      const json = options.print === "silent" ? null : answer(node);
      return dataReply(200, json, options, wantsEtag(request) ? { ETag: etagOf(node) } : {});
    }
    case "denied":
      return PERMISSION_DENIED;
    case "stale":
      return staleReply(data, write.path, result.current);
    case "invalid":
      return errorReply(400, invalidDataMessage(result.message, sent));
  }
}

function staleReply({ database, options, actor }: DataRequest, path: Path, current: Node): Reply {
  return database.read(path, ALL, actor).status === "ok"
    ? dataReply(412, nodeToJson(current), options, { ETag: etagOf(current) })
    : PERMISSION_DENIED;
}

/** Returns the answer to a body that is not the JSON of a tree. */
export function refusedTree({ kind, message }: TreeProblem): Reply {
  return errorReply(400, kind === "data" ? invalidDataMessage(message, undefined) : NOT_JSON);
}

function invalidDataMessage(problem: string, sent: Buffer | undefined): string {
  const position = sent && findBadKey(textOf(sent) ?? "");
  return position === undefined
    ? `Invalid data; ${problem}.`
    : `Invalid data; couldn't parse key beginning at ${position}. Key value can't be empty or contain $ # [ ] / or .`;
}

/** Returns the values that an update wrote, by its paths, with server values resolved. */
function childrenAsWritten(node: Node, keys: readonly string[]): Json {
  return Object.fromEntries(
    keys.map((key) => [key, nodeToJson(nodeAt(node, parsePath(key)), true)]),
  );
}
