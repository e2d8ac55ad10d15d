/** Whether the tables need every part of the shipped rules: each is replaced by true and by false, and a row must differ. */

import { compileRules } from "../../emulator/src/rules/ruleset";
import type { RuleCoverage, Ruleset } from "../../emulator/src/rules/ruleset";
import { FARMS } from "../cases/rules-matrix/farms";
import type { Case } from "../cases/rules-matrix/case";
import { RULES } from "../support/database";
import { attempt, databaseOf } from "../support/rules-client/in-process";
import { CASES } from "../support/rules-client/suite";

type Position = RuleCoverage["end"];

const LINES = RULES.split("\n");

function offsetOf({ line, column }: Position): number {
  return LINES.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0) + column - 1;
}

/** The rules with something else in the place of an expression; undefined where that is no longer a rule. */
function replace(expression: RuleCoverage, by: string): Ruleset | undefined {
  const before = RULES.slice(0, offsetOf(expression));
  const compiled = compileRules(before + by + RULES.slice(offsetOf(expression.end)));
  return compiled.ok ? compiled.ruleset : undefined;
}

function outcomeOf(ruleset: Ruleset, { actor, operation }: Case): string {
  return JSON.stringify(attempt(databaseOf(ruleset, FARMS), actor, operation));
}

describe("every part of database.rules.json", () => {
  const compiled = compileRules(RULES);
  const expressions = compiled.ok ? compiled.ruleset.coverage() : [];
  const rows = CASES.map((row) => [row, compiled.ok && outcomeOf(compiled.ruleset, row)] as const);

  it.each(["true", "false"])("matters: %s in its place is noticed", (value) => {
    const unnoticed = expressions.filter((expression) => {
      const mutant = replace(expression, value);
      return (
        mutant !== undefined && rows.every(([row, outcome]) => outcomeOf(mutant, row) === outcome)
      );
    });
    expect(expressions).not.toHaveLength(0);
    expect(unnoticed.map(({ line, path, text }) => `${line} ${path}: ${text}`)).toEqual([]);
  });
});
