/** `g`: reads once. The failed read of an unindexed query says which index is missing, as the hosted service does. */

import { nodeToJson } from "../../tree/json";
import { formatPath } from "../../tree/path";
import { type Answer, type Body, invalid, PERMISSION_DENIED } from "../protocol";
import { targetOf, type SessionState } from "./body";

export function get({ database, actor }: SessionState, body: Body): Answer {
  const target = targetOf(body);
  if (typeof target === "string") return invalid(target);
  const { path, params } = target;
  const result = database.read(path, params, actor);
  if (result.status === "denied") return PERMISSION_DENIED;
  if (result.missingIndex !== undefined) {
    const advice = `add ".indexOn": "${result.missingIndex}", for path "${formatPath(path)}", to the rules`;
    return { status: "failed", data: `Index not defined, ${advice}` };
  }
  return { status: "ok", data: nodeToJson(result.node, true) };
}
