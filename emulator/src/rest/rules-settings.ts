/** `/.settings/rules.json`: the rules in force as their author wrote them, and new ones in their stead. Admins only. */

import type { Database } from "../database";
import type { Actor } from "../database/actor";
import { compileRules, formatProblem } from "../rules/ruleset";
import { readSource } from "../rules/source";
import type { SourceNode } from "../rules/source";
import type { Json } from "../tree/json";
import { errorReply, JSON_TYPE, jsonReply, PERMISSION_DENIED, textReply } from "./reply";
import type { Reply } from "./reply";
import type { RestRequest } from "./request";

/** Answers with the source; with `format=strict`, without comments. */
export function readRules(database: Database, { search }: RestRequest, actor: Actor): Reply {
  if (!actor.isAdmin) return PERMISSION_DENIED;
  const { source } = database.ruleset;
  const reading = search.get("format") === "strict" ? readSource(source) : undefined;
  return reading?.ok === true
    ? jsonReply(200, jsonOf(reading.node))
    : textReply(200, JSON_TYPE, source);
}

/** Puts rules in force; with `dryRun=true`, only looks for mistakes in them. */
export function writeRules(
  database: Database,
  { search }: RestRequest,
  actor: Actor,
  bytes: Buffer,
): Reply {
  if (!actor.isAdmin) return PERMISSION_DENIED;
  const compiled = compileRules(bytes.toString());
  if (!compiled.ok) return errorReply(400, compiled.problems.map(formatProblem).join("\n"));
  if (search.get("dryRun") !== "true") database.setRuleset(compiled.ruleset);
  return jsonReply(200, { status: "ok" });
}

function jsonOf(node: SourceNode): Json {
  switch (node.kind) {
    case "object":
      return Object.fromEntries(node.members.map(({ key, value }) => [key.value, jsonOf(value)]));
    case "list":
      return node.items.map(jsonOf);
    case "text":
      return node.text.value;
    case "scalar":
      return node.value;
  }
}
