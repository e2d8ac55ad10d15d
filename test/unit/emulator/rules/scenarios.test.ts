/** Whole rulesets by table: who may read and write what, and why not. */

import { ALL } from "../../../../emulator/src/query/params";
import { compileRules, formatProblem } from "../../../../emulator/src/rules/ruleset";
import type { Auth, Ruleset, WriteDecision } from "../../../../emulator/src/rules/ruleset";
import { nodeFromJson } from "../../../../emulator/src/tree/json";
import type { Json } from "../../../../emulator/src/tree/json";
import { nodeAt, withNodeAt } from "../../../../emulator/src/tree/node";
import type { Node } from "../../../../emulator/src/tree/node";
import { parsePath } from "../../../../emulator/src/tree/path";
import table from "../../../cases/rules/scenarios.json";

const NOW = 1_700_000_000_000;

interface Step {
  readonly read?: string;
  /** Values by path, one update. */
  readonly write?: Readonly<Record<string, Json>>;
  readonly auth?: string;
  readonly isAllowed: boolean;
  readonly reason?: string;
}

interface Scenario {
  readonly title: string;
  readonly source: string;
  readonly rules: unknown;
  readonly data: Json;
  readonly steps: readonly Step[];
}

const actors: Readonly<Record<string, Auth>> = table.actors;
const scenarios = table.scenarios as unknown as readonly Scenario[];

function compile(rules: unknown): Ruleset {
  const compiled = compileRules(JSON.stringify({ rules }));
  if (!compiled.ok) throw new Error(compiled.problems.map(formatProblem).join("\n"));
  return compiled.ruleset;
}

function judge(ruleset: Ruleset, before: Node, { read, write, auth }: Step): WriteDecision {
  const actor = auth === undefined ? null : (actors[auth] ?? null);
  if (read !== undefined) {
    const request = { path: parsePath(read), params: ALL, auth: actor, root: before, now: NOW };
    return { isAllowed: ruleset.canRead(request).isAllowed };
  }
  const paths = Object.keys(write ?? {}).map(parsePath);
  const after = Object.entries(write ?? {}).reduce((tree, [at, json]) => {
    const path = parsePath(at);
    return withNodeAt(tree, path, nodeFromJson(json, NOW, nodeAt(before, path)));
  }, before);
  return ruleset.canWrite({ before, after, paths, auth: actor, now: NOW });
}

/** Each step starts from the scenario's data. */
const rows = scenarios.flatMap((scenario) =>
  scenario.steps.map(
    (step) =>
      [scenario.title, JSON.stringify(step.write ?? step.read), step.auth, scenario, step] as const,
  ),
);

test.each(rows)("%s: %s by %s", (_title, _what, _who, scenario, step) => {
  expect(Object.keys(table.sources)).toContain(scenario.source);
  const ruleset = compile(scenario.rules);
  const before = nodeFromJson(scenario.data, NOW);
  const { isAllowed, reason } = judge(ruleset, before, step);
  expect(isAllowed).toBe(step.isAllowed);
  if (step.reason !== undefined) expect(reason).toBe(step.reason);
  if (isAllowed) expect(reason).toBeUndefined();
});
