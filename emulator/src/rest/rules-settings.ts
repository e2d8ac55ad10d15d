/** `/.settings/rules.json`: reads the current rules as their author wrote them, and replaces them. */

import type { Database } from "../database";
import { compileRules, formatProblem } from "../rules/ruleset";
import type { Json } from "../tree/json";
import { textOf } from "../tree/json-text";
import { errorReply, JSON_TYPE, jsonReply, type Reply, textReply } from "./reply";
import type { RestRequest } from "./request";

/** Answers with the source; with `format=strict`, without comments. */
export function readRules(database: Database, { search }: RestRequest): Reply {
  const { source } = database.ruleset;
  return search.get("format") === "strict"
    ? jsonReply(200, strictJson(source))
    : textReply(200, JSON_TYPE, source);
}

/** Replaces the rules. With `dryRun=true`, only checks the new rules. */
export function writeRules(database: Database, { search }: RestRequest, bytes: Buffer): Reply {
  const text = textOf(bytes);
  if (text === undefined) return errorReply(400, NOT_UTF8);
  const compiled = compileRules(text);
  if (!compiled.ok) return errorReply(400, compiled.problems.map(formatProblem).join("\n"));
  if (search.get("dryRun") !== "true") database.setRuleset(compiled.ruleset);
  return jsonReply(200, { status: "ok" });
}

const NOT_UTF8 = "1:1: The rules are not UTF-8 text; save them as UTF-8. (/)";

/** An unclosed string or comment ends with the text: a search after its start would take quadratic time. */
const STRING_OR_COMMENT = /"(?:[^"\\]|\\.)*"?|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/gs;

/** Returns the rules as plain JSON: without comments, and with escaped line breaks inside strings. */
function strictJson(source: string): Json {
  const strict = source.replace(STRING_OR_COMMENT, (found) =>
    found.startsWith('"')
      ? found.replace(/[\u0000-\u001f]/g, (control) => JSON.stringify(control).slice(1, -1))
      : " ",
  );
  return JSON.parse(strict.replace(/^\ufeff/, "")) as Json;
}
