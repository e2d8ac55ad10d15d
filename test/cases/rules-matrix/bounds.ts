/**
 * Rows that are derived from other rows:
 * - An allowed write is denied if any value or object in it gets a priority, a longer text, a larger number, a time that
 *   is too far from now, another type of value, or an unknown child.
 * - An allowed operation is denied if the actor's uid ends with a slash.
 */

import { DAY_MS, MINUTE_MS } from "@greenhouse/domain/time";
import type { Case, Json, Operation } from "./case";
import { FUNCTIONS, JOBS, NOW_MS } from "./farms";

/** A node of database.rules.json. Conditions are texts. */
interface RuleNode {
  readonly [key: string]: RuleNode | string | boolean | undefined;
}

/** A value or an object that a rule allows somebody to write: its path in the rules, and its `.validate`. */
export interface Writable {
  readonly path: string;
  readonly isObject: boolean;
  readonly validate: string;
}

/** Parses the rules. Comments of the file are on separate lines. */
export function parseRules(text: string): RuleNode {
  const { rules } = JSON.parse(text.replaceAll(/^ *\/\/.*$/gm, "")) as { rules: RuleNode };
  return rules;
}

const IS_DELETION = /^!newData\.exists\(\) &&/;

/** Returns all writable values and objects. Deletions do not count as writes. */
export function writablesOf(node: RuleNode, path = "", isWritten = false): readonly Writable[] {
  const { ".write": write, ".validate": validate } = node;
  const isGranted = isWritten || (typeof write === "string" && !IS_DELETION.test(write));
  const children = Object.entries(node).filter(
    ([key, child]) => !key.startsWith(".") && (child as RuleNode)[".validate"] !== false,
  );
  const self = {
    path,
    isObject: children.length > 0,
    validate: typeof validate === "string" ? validate : "",
  };
  return [
    ...(isGranted ? [self] : []),
    ...children.flatMap(([key, child]) =>
      writablesOf(child as RuleNode, path === "" ? key : `${path}/${key}`, isGranted),
    ),
  ];
}

/** Returns the path in the rules that applies to a path in the data. */
function rulePathOf(rules: RuleNode, path: readonly string[]): string {
  let node = rules;
  const found: string[] = [];
  for (const key of path) {
    const capture = Object.keys(node).find((child) => child.startsWith("$") && child !== "$other");
    const rule = Object.hasOwn(node, key) ? key : (capture ?? "$other");
    found.push(rule);
    node = (node[rule] ?? {}) as RuleNode;
  }
  return found.join("/");
}

const OVERSIZED = "x".repeat(2001);
const HUGE = 1e300;
/** Times that may be up to 30 days ahead. All others are at most ten minutes ahead, because clocks differ. */
const TIMES_AHEAD = [
  "invitations/$farmId/$token/expiresAt",
  "alerts/$farmId/open/$alertId/snoozedUntil",
  "alerts/$farmId/open/$alertId/unansweredSince",
  "alertOutbox/$farmId/$messageId/to/$recipientId/nextAt",
  "alertCalls/$callId/until",
  "outputOrders/$farmId/$uid/$output/until",
  "outputPlans/$farmId/$uid/$output/pausedUntil",
  "outputPlanRuns/$farmId/$uid/$output/$runId/until",
  "outputPlanRuns/$farmId/$uid/$output/$runId/endsAt",
  "exclusions/$farmId/$uid/$key/from",
  "exclusions/$farmId/$uid/$key/until",
  "sensorLog/$farmId/$uid/$key/from",
  "sensorLog/$farmId/$uid/$key/until",
];
const CLOCKS_DIFFER_MS = 11 * MINUTE_MS;
/** Part of the condition of a visible text. */
const IS_VISIBLE_TEXT = /\u2800/;
const HIDDEN: readonly (readonly [string, Json])[] = [
  ["a blank text", "\u00a0\u2003"],
  ["a text of two lines", "two\nlines"],
  ["a control character", "bell\u0007"],
  ["a mark of direction", "\u202etxt.exe"],
  ["an isolate", "\u2066text"],
];

/** Returns values that the rules must refuse instead of a value, with their descriptions. */
function refusedValues(
  { path, validate }: Writable,
  value: Json,
): readonly (readonly [string, Json])[] {
  const isAnyNumber = validate.includes("newData.isNumber()");
  const text = typeof value === "string" ? value + OVERSIZED : OVERSIZED;
  return [
    ["a priority on a value", { ".value": value, ".priority": 1 }],
    ["an oversized text", text],
    ["an object instead of a value", { unknown: true }],
    ...(IS_VISIBLE_TEXT.test(validate) ? HIDDEN : []),
    ...(isAnyNumber
      ? []
      : numbersOutOfRange(path, validate).map(
          (number) => ["a number out of range", number] as const,
        )),
  ];
}

function numbersOutOfRange(path: string, validate: string): readonly number[] {
  const aheadMs = TIMES_AHEAD.includes(path) ? 31 * DAY_MS : CLOCKS_DIFFER_MS;
  const isTime = validate.includes("now + ");
  return [
    validate.includes("now - ") ? NOW_MS - CLOCKS_DIFFER_MS : -HUGE,
    isTime ? NOW_MS + aheadMs : HUGE,
  ];
}

function refusedObjects(
  value: Readonly<Record<string, Json>>,
): readonly (readonly [string, Json])[] {
  return [
    ["a priority on an object", { ...value, ".priority": 1 }],
    ["an unknown child", { ...value, unknown: true }],
    ["a text instead of an object", OVERSIZED],
  ];
}

function isObject(value: Json): value is Readonly<Record<string, Json>> {
  return typeof value === "object" && value !== null && !Object.hasOwn(value, ".sv");
}

/** A write of a row, and a function that returns the same row with another value. */
interface Written {
  readonly path: readonly string[];
  readonly value: Json;
  readonly replaced: (value: Json) => Operation;
}

function* writtenIn(operation: Operation): Generator<Written> {
  if ("read" in operation) return;
  const writes = "set" in operation ? { [operation.set]: operation.to } : operation.update;
  for (const [path, value] of Object.entries(writes)) {
    const replaced = (changed: Json): Operation =>
      "set" in operation ? { set: path, to: changed } : { update: { ...writes, [path]: changed } };
    yield* writtenBelow({ path: path.split("/"), value, replaced });
  }
}

function* writtenBelow(written: Written): Generator<Written> {
  const { path, value, replaced } = written;
  if (value === null) return;
  yield written;
  if (!isObject(value)) return;
  for (const [key, child] of Object.entries(value)) {
    const inside = (changed: Json): Operation => replaced({ ...value, [key]: changed });
    yield* writtenBelow({ path: [...path, key], value: child, replaced: inside });
  }
}

/** Returns the first row that writes each writable path. */
function samples(
  rules: RuleNode,
  cases: readonly Case[],
): ReadonlyMap<string, readonly [Case, Written]> {
  const found = new Map<string, readonly [Case, Written]>();
  for (const row of cases) {
    if (row.verdict !== "allowed") continue;
    for (const written of writtenIn(row.operation)) {
      const path = rulePathOf(rules, written.path);
      if (!found.has(path)) found.set(path, [row, written]);
    }
  }
  return found;
}

/** Returns the writable paths that no row writes. */
export function untriedIn(rules: RuleNode, cases: readonly Case[]): readonly string[] {
  const tried = samples(rules, cases);
  return writablesOf(rules)
    .map(({ path }) => path)
    .filter((path) => !tried.has(path));
}

export function boundCases(rules: RuleNode, cases: readonly Case[]): readonly Case[] {
  const tried = samples(rules, cases);
  return writablesOf(rules).flatMap((writable) => {
    const sample = tried.get(writable.path);
    if (sample === undefined) return [];
    const [{ actor, given }, { value, replaced }] = sample;
    const refused = isObject(value) ? refusedObjects(value) : refusedValues(writable, value);
    return refused.map(([fault, wrong]): Case => ({
      title: `Bounded: ${fault}`,
      actor,
      operation: replaced(wrong),
      verdict: "denied",
      ...(given !== undefined && { given }),
    }));
  });
}

/** Repeats allowed rows with a slash after the uid. `child()` follows slashes, but `olga/` must not count as `olga`. */
export function slashCases(cases: readonly Case[]): readonly Case[] {
  return cases
    .filter(({ verdict, actor }) => verdict === "allowed" && actor !== null)
    .filter(({ actor }) => actor !== FUNCTIONS && actor !== JOBS)
    .map(({ actor, operation, given }) => ({
      title: "A uid with a slash has no access",
      actor: `${actor}/`,
      operation,
      verdict: "read" in operation ? "nothing" : "denied",
      ...(given !== undefined && { given }),
    }));
}
