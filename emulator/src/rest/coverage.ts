/** `/.inspect/coverage.json`: which expression of the rules ran how often, and to which value. */

import type { Database } from "../database";
import type { RuleCoverage } from "../rules/ruleset";
import { jsonReply } from "./reply";
import type { Reply } from "./reply";

/** Answers with the rules' source and, in its order, each expression and part of one with its place and its counts. */
export function coverageReply({ ruleset }: Database): Reply {
  return jsonReply(200, {
    source: ruleset.source,
    expressions: ruleset.coverage().map(expressionJson),
  });
}

function expressionJson({ path, text, line, column, end, counts }: RuleCoverage) {
  return { path, text, line, column, end: { line: end.line, column: end.column }, counts };
}
