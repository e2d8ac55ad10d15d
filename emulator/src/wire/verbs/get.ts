/** `g`: reads once. The failed read of an unindexed query says which index is missing, as the hosted service does. */

import { parseWireQuery } from "../../query/params";
import { nodeToJson } from "../../tree/json";
import { formatPath } from "../../tree/path";
import { invalid, PERMISSION_DENIED } from "../protocol";
import type { Answer, Body } from "../protocol";
import type { SessionState } from "../session";
import { NO_PATH, pathOf } from "./body";

export function get({ database, actor }: SessionState, body: Body): Answer {
  const path = pathOf(body);
  const query = parseWireQuery(body["q"]);
  if (path === undefined) return invalid(NO_PATH);
  if (!query.ok) return invalid(query.problem);
  const result = database.read(path, query.params, actor);
  if (result.status === "denied") return PERMISSION_DENIED;
  if (result.missingIndex !== undefined) {
    const advice = `add ".indexOn": "${result.missingIndex}", for path "${formatPath(path)}", to the rules`;
    return { status: "failed", data: `Index not defined, ${advice}` };
  }
  return { status: "ok", data: nodeToJson(result.node, true) };
}
