/** Tables of expressions: their results, or the reason and position of a rejection. */

import type { QueryParams } from "../../../src/query/params";
import { parseQuery } from "../../../src/rest/query-parameters";
import { type Auth, compileRules } from "../../../src/rules/ruleset";
import { type Json, nodeFromJson } from "../../../src/tree/json";
import world from "../../cases/rules/world.json";
import { sectionsOf } from "../../support/rules-tables";
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

const accepted = sectionsOf("expressions.txt").flatMap(({ heading, lines }): AcceptedCase[] => {
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

const refused = sectionsOf("refused.txt").flatMap(({ heading, lines }) => {
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
