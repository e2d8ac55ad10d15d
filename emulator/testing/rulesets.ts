/** Compiles the rules of a test. */

import { compileRules, formatProblem, type Ruleset } from "../src/rules/ruleset";

/** @param rules the value of "rules" in a file */
export function rulesetOf(rules: unknown): Ruleset {
  return rulesetOfFile(JSON.stringify({ rules }));
}

export function rulesetOfFile(text: string): Ruleset {
  const compiled = compileRules(text);
  if (!compiled.ok) throw new Error(compiled.problems.map(formatProblem).join("\n"));
  return compiled.ruleset;
}
