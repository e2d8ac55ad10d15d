/** Whether the tables need every part of the shipped rules: each is replaced by true and by false, and a row must differ. */

import { Database } from "../../emulator/src/database";
import { compileRules } from "../../emulator/src/rules/ruleset";
import type { RuleCoverage, Ruleset } from "../../emulator/src/rules/ruleset";
import { nodeFromJson } from "../../emulator/src/tree/json";
import type { Case } from "../cases/rules-matrix/case";
import { FARMS, NOW_MS } from "../cases/rules-matrix/farms";
import { RULES } from "../support/database";
import { attempt } from "../support/rules-client/in-process";
import { CASES } from "../support/rules-client/suite";

/** Hundreds of thousands of attempts; a slow machine may take its time. */
const TIMEOUT_MS = 120_000;
const ROOT = nodeFromJson(FARMS, NOW_MS);
const LINES = RULES.split("\n");

function compile(text: string): Ruleset | undefined {
  const compiled = compileRules(text);
  return compiled.ok ? compiled.ruleset : undefined;
}

function offsetOf({ line, column }: RuleCoverage["end"]): number {
  const above = LINES.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
  return above + column - 1;
}

function outcomeOf(ruleset: Ruleset, { actor, operation }: Case): string {
  const database = new Database({ now: Date.now, ruleset, root: ROOT });
  return JSON.stringify(attempt(database, actor, operation));
}

describe("every part of database.rules.json", () => {
  const shipped = compile(RULES)!;
  const parts = shipped.coverage().filter(({ text }) => text !== "false");
  const rows = CASES.map((row) => [row, outcomeOf(shipped, row)] as const);

  it.each(["true", "false"])(
    "matters: %s in its place is noticed",
    (value) => {
      const unnoticed = parts.filter((part) => {
        const before = RULES.slice(0, offsetOf(part));
        const mutant = compile(before + value + RULES.slice(offsetOf(part.end)));
        // Where it makes no rule, the part was no condition.
        if (mutant === undefined) return false;
        return rows.every(([row, outcome]) => outcomeOf(mutant, row) === outcome);
      });
      expect(unnoticed.map(({ line, path, text }) => `${line} ${path}: ${text}`)).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
