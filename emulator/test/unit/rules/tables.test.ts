/** Tables of expressions and of whole rulesets: results, permissions, and reasons of rejections and denials. */

import { resolveWrite } from "../../../src/database/write";
import { ALL, type QueryParams } from "../../../src/query/params";
import { parseQuery } from "../../../src/rest/query-parameters";
import {
  type Auth,
  compileRules,
  type Ruleset,
  type WriteDecision,
} from "../../../src/rules/ruleset";
import { type Json, nodeFromJson } from "../../../src/tree/json";
import type { Node } from "../../../src/tree/node";
import { parsePath } from "../../../src/tree/path";
import world from "../../cases/rules/world.json";
import { rulesTable, type Section } from "../../support/sections";
import { rulesetOf } from "../../../testing/rulesets";

const NOW = 1_700_000_000_000;

interface AcceptedCase {
  readonly expression: string;
  /** "error" if the evaluation fails. */
  readonly result: string;
  readonly auth?: string;
  readonly data?: string;
  readonly query?: Readonly<Record<string, Json>>;
}

const actors: Readonly<Record<string, Auth>> = world.actors;
const trees: Readonly<Record<string, Json>> = world.trees;

/** Reads a query like the query of a URL. */
function paramsOf(query: Readonly<Record<string, Json>>): QueryParams {
  const members = Object.entries(query).map(([name, value]): [string, string] => [
    name,
    JSON.stringify(value),
  ]);
  const params = parseQuery(new URLSearchParams(members));
  if (typeof params === "string") throw new Error(params);
  return params;
}

/** A failure denies even with `|| true` after it, unlike false. */
function resultOf({ expression, auth, data, query }: AcceptedCase): string {
  const request = {
    path: [],
    params: paramsOf(query ?? {}),
    auth: auth === undefined ? null : (actors[auth] ?? null),
    root: nodeFromJson(data === undefined ? null : (trees[data] ?? null), NOW),
    now: NOW,
  };
  const isTrue = (text: string): boolean => rulesetOf({ ".read": text }).canRead(request).isAllowed;
  if (isTrue(expression)) return "true";
  return isTrue(`(${expression}) || true`) ? "false" : "error";
}

const HEADING = /^\w+(?:, auth (?<auth>\w+))?(?:, data (?<data>\w+))?(?:, query (?<query>.+))?$/;

const accepted = rulesTable("expressions.txt").flatMap(({ heading, lines }): AcceptedCase[] => {
  const { auth, data, query } = HEADING.exec(heading)?.groups ?? {};
  const seen = {
    ...(auth !== undefined && { auth }),
    ...(data !== undefined && { data }),
    ...(query !== undefined && { query: JSON.parse(query) as Record<string, Json> }),
  };
  return lines.map((line) => ({
    result: line.slice(0, 6).trim(),
    expression: line.slice(6),
    ...seen,
  }));
});

test.each(accepted)("$expression → $result", (row) => {
  expect(resultOf(row)).toBe(row.result);
});

const refused = rulesTable("refused.txt").flatMap(({ heading, lines }) => {
  const [, rule = ".read"] = heading.split(", ");
  return lines.map((line) => {
    const [problem = "", expression = ""] = line.split(/ <- ?/);
    const [column = ""] = problem.split(" ", 1);
    const message = problem.slice(column.length).trim();
    return { rule, column: Number(column), message, expression };
  });
});

test.each(refused)("rejects $expression", ({ rule, column, message, expression }) => {
  const text = JSON.stringify(expression).replaceAll('\\"', "\\u0022");
  const compiled = compileRules(`{"rules": {${JSON.stringify(rule)}:\n${text}}}`);
  // The position is after the string's quote. A quote inside the string has six characters in the file.
  const before = expression.slice(0, column - 1);
  const columnInFile = 1 + column + 5 * before.split('"').slice(1).length;
  expect(compiled.ok ? [] : compiled.problems).toEqual([
    {
      path: `/rules/${rule}`,
      line: 2,
      column: columnInFile,
      message: expect.stringContaining(message),
    },
  ]);
});

const ACTORS: Readonly<Record<string, Auth>> = {
  nobody: null,
  bob: { uid: "bob" },
  agent: { uid: "kim", isAgent: true },
};

interface Step {
  readonly data: Json;
  readonly isAllowed: boolean;
  readonly actor: string;
  readonly action: string;
  /** A path to read, or the values of an update by path. */
  readonly target: string;
  reason?: string;
}

const STEP = /^(yes|no ) (\w+) (reads|writes) (.+)$/;

/** Returns the rules as text, and the steps with the data before each step. */
function scenarioOf({ lines }: Section): { readonly rules: string; readonly steps: Step[] } {
  const dataAt = lines.findIndex((line) => line.startsWith("data "));
  const rules = lines.slice(0, dataAt).join("\n").slice("rules ".length);
  const steps: Step[] = [];
  let data: Json = null;
  for (const line of lines.slice(dataAt)) {
    const [, isAllowed, actor = "", action = "", target = ""] = STEP.exec(line) ?? [];
    const [last] = steps.slice(-1);
    if (isAllowed !== undefined) {
      steps.push({ data, isAllowed: isAllowed === "yes", actor, action, target });
    } else if (line.startsWith("data ")) data = JSON.parse(line.slice("data ".length)) as Json;
    else if (last !== undefined) last.reason = line.slice("   because ".length);
  }
  return { rules, steps };
}

function decide(ruleset: Ruleset, before: Node, step: Step): WriteDecision {
  const auth = ACTORS[step.actor] ?? null;
  if (step.action === "reads") {
    const request = { path: parsePath(step.target), params: ALL, auth, root: before, now: NOW };
    return { isAllowed: ruleset.canRead(request).isAllowed };
  }
  const children = JSON.parse(step.target) as Readonly<Record<string, Json>>;
  const resolved = resolveWrite({ kind: "merge", path: [], children }, before, NOW);
  if (!resolved.ok) throw new Error(resolved.problem);
  return ruleset.canWrite({ update: resolved.update, auth, now: NOW });
}

/** Who may read and write which paths, and why not. */
describe.each(rulesTable("scenarios.txt"))("$heading", (section) => {
  const { rules, steps } = scenarioOf(section);

  test.each(steps)("$isAllowed: $actor $action $target", (step) => {
    const { isAllowed, reason } = decide(
      rulesetOf(JSON.parse(rules)),
      nodeFromJson(step.data, NOW),
      step,
    );
    expect(isAllowed).toBe(step.isAllowed);
    if (step.reason !== undefined) expect(reason).toBe(step.reason);
    if (isAllowed) expect(reason).toBeUndefined();
  });
});
