/** Tables of expressions: their results, or the reason and position of a rejection. */

import { BY_KEY, BY_PRIORITY, BY_VALUE, type Index } from "../../../src/query/sort-index";
import type { Bound, QueryParams } from "../../../src/query/params";
import { type Auth, compileRules } from "../../../src/rules/ruleset";
import { type Json, nodeFromJson } from "../../../src/tree/json";
import type { Scalar } from "../../../src/tree/node";
import { MAX_KEY, MIN_KEY } from "../../../src/tree/order";
import { parsePath } from "../../../src/tree/path";
import world from "../../cases/rules/world.json";
import { sectionsOf } from "../../support/rules-tables";
import { rulesetOf } from "../../../testing/rulesets";

const NOW = 1_700_000_000_000;

interface Query {
  readonly orderBy?: string;
  readonly startAt?: Scalar;
  readonly endAt?: Scalar;
  readonly equalTo?: Scalar;
  readonly limitToFirst?: number;
  readonly limitToLast?: number;
}

interface AcceptedCase {
  readonly expression: string;
  /** "error" if the evaluation fails. */
  readonly result: string;
  readonly auth?: string;
  readonly data?: string;
  readonly query?: Query;
}

const actors: Readonly<Record<string, Auth>> = world.actors;
const trees: Readonly<Record<string, Json>> = world.trees;

function indexOf(orderBy: string | undefined): Index {
  switch (orderBy) {
    case undefined:
    case "$priority":
      return BY_PRIORITY;
    case "$key":
      return BY_KEY;
    case "$value":
      return BY_VALUE;
    default:
      return { kind: "child", path: parsePath(orderBy) };
  }
}

function boundOf(index: Index, value: Scalar, openKey: string): Bound {
  return index.kind === "key"
    ? { value: null, key: String(value), isInclusive: true }
    : { value, key: openKey, isInclusive: true };
}

function paramsOf(query: Query): QueryParams {
  const index = indexOf(query.orderBy);
  const start = query.equalTo ?? query.startAt;
  const end = query.equalTo ?? query.endAt;
  const count = query.limitToFirst ?? query.limitToLast;
  const from = query.limitToFirst === undefined ? "last" : "first";
  return {
    index,
    ...(start === undefined ? {} : { start: boundOf(index, start, MIN_KEY) }),
    ...(end === undefined ? {} : { end: boundOf(index, end, MAX_KEY) }),
    ...(count === undefined ? {} : { limit: { count, from } }),
  };
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
    ...(query !== undefined && { query: JSON.parse(query) as Query }),
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
