/** Expressions by table: what each comes to, what is refused and where. */

import { BY_KEY, BY_PRIORITY, BY_VALUE } from "../../../../emulator/src/query/sort-index";
import type { Index } from "../../../../emulator/src/query/sort-index";
import type { Bound, QueryParams } from "../../../../emulator/src/query/params";
import { compileRules, formatProblem } from "../../../../emulator/src/rules/ruleset";
import type { Auth, Ruleset } from "../../../../emulator/src/rules/ruleset";
import { nodeFromJson } from "../../../../emulator/src/tree/json";
import type { Json } from "../../../../emulator/src/tree/json";
import type { Scalar } from "../../../../emulator/src/tree/node";
import { MAX_KEY, MIN_KEY } from "../../../../emulator/src/tree/order";
import { parsePath } from "../../../../emulator/src/tree/path";
import accepted from "../../../cases/rules/expressions.json";
import refused from "../../../cases/rules/refused.json";

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
  /** "error" where the expression fails when it is evaluated. */
  readonly result: boolean | "error";
  readonly source: string;
  readonly auth?: string;
  readonly data?: string;
  readonly query?: Query;
}

interface RefusedCase {
  readonly expression: string;
  readonly column: number;
  readonly message: string;
  readonly source: string;
  readonly rule?: string;
}

const actors: Readonly<Record<string, Auth>> = accepted.actors;
const trees: Readonly<Record<string, Json>> = accepted.trees;

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

function compile(file: unknown): Ruleset {
  const compiled = compileRules(JSON.stringify(file));
  if (!compiled.ok) throw new Error(compiled.problems.map(formatProblem).join("\n"));
  return compiled.ruleset;
}

/** A failure denies even with `|| true` behind it; that tells it from false. */
function resultOf({ expression, auth, data, query }: AcceptedCase): boolean | "error" {
  const request = {
    path: [],
    params: paramsOf(query ?? {}),
    auth: auth === undefined ? null : (actors[auth] ?? null),
    root: nodeFromJson(data === undefined ? null : (trees[data] ?? null), NOW),
    now: NOW,
  };
  const isTrue = (text: string): boolean =>
    compile({ rules: { ".read": text } }).canRead(request).isAllowed;
  return isTrue(expression) || (isTrue(`(${expression}) || true`) ? false : "error");
}

test.each(accepted.cases as readonly AcceptedCase[])("$expression → $result", (row) => {
  expect(Object.keys(accepted.sources)).toContain(row.source);
  expect(resultOf(row)).toBe(row.result);
});

test.each(refused.cases as readonly RefusedCase[])("refused: $expression", (row) => {
  expect(Object.keys(refused.sources)).toContain(row.source);
  const rule = row.rule ?? ".read";
  const text = `{"rules": {${JSON.stringify(rule)}:\n${JSON.stringify(row.expression).replaceAll('\\"', "\\u0022")}}}`;
  const compiled = compileRules(text);
  const problems = compiled.ok ? [] : compiled.problems;
  // Behind the string's quote; a quote inside it is six characters in the file.
  const before = row.expression.slice(0, row.column - 1);
  const column = 1 + row.column + 5 * before.split('"').slice(1).length;
  expect(problems).toEqual([
    { path: `/rules/${rule}`, line: 2, column, message: expect.stringContaining(row.message) },
  ]);
});
