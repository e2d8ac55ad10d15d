/**
 * The nodes of which the rules are built. Every value has a bound, and deletions are allowed separately. The generator
 * (generate.ts) adds that priorities and unknown children are rejected, and that an object is not a text.
 */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { MAX_NAME_CHARACTERS } from "@greenhouse/domain/identity/keys";
import { BLANK_RANGES, classOf, FORBIDDEN_RANGES } from "@greenhouse/domain/words/text";
import { when } from "./condition.ts";
import type { Condition, Expression } from "./condition.ts";

export interface Node {
  /** The comment above the node in the JSON. */
  readonly "//"?: string;
  /**
   * Checks a new value. If absent, the value must be an object. A node that also has children accepts an object of
   * these children. Only checked if this node or a node above has a `.write`.
   */
  readonly ".value"?: Condition;
  /** Checks the name of a node whose key is a variable. */
  readonly ".key"?: Condition;
  /** Who may read the node and everything below. */
  readonly ".read"?: Condition;
  /** Who may write the node and everything below. Does not allow deleting the node. */
  readonly ".write"?: Condition;
  /** Who may delete the node. */
  readonly ".remove"?: Condition;
  /** When a new object is complete. If absent, one child is enough. */
  readonly ".complete"?: Condition;
  /** Further checks of a new value. */
  readonly ".validate"?: Condition;
  /** The child by which the node and everything below can be queried. */
  readonly ".indexOn"?: string;
  /** The children. A path `a/b` means that `b` is the only child of `a`. */
  readonly [key: string]: Node | Condition | string | undefined;
}

export type Subtree = Readonly<Record<string, Node>>;

/** Maximum difference between a writer's clock (functions, jobs, browsers) and the database's. */
export const MAX_WRITER_SKEW_MS = 10 * MINUTE_MS;

const value = (summary: string, { text }: Condition): Node => ({ ".value": { text, summary } });

/** @param pattern a regular expression without its slashes, or a list of the allowed words */
export function matches(operand: Expression, pattern: string | readonly string[]): Condition {
  return when`${operand}.matches(/${typeof pattern === "string" ? pattern : `^(${pattern.join("|")})$`}/)`;
}

/**
 * Google's server parses expressions with Rhino, which drops these characters or ends a literal there (firebase-tools
 * 2734).
 */
const LOST_CHARACTERS = /[\p{Cf}\p{Zl}\p{Zp}\n\r]/u;

/**
 * Returns a pattern that matches one character outside these ranges. It consists of characters that the server's parser
 * keeps.
 */
function outside(ranges: readonly (readonly [from: string, to: string])[]): string {
  const added: string[] = [];
  const widen = (end: string, step: 1 | -1): string => {
    if (!LOST_CHARACTERS.test(end)) return end;
    const next = String.fromCharCode(end.charCodeAt(0) + step);
    const isInside = ranges.some(([from, to]) => from <= next && next <= to);
    if (!isInside && !LOST_CHARACTERS.test(next)) added.push(next);
    return widen(next, step);
  };
  const wider = ranges.map(([from, to]) => [widen(from, -1), widen(to, 1)] as const);
  return `[^${classOf(wider)}]${added.length === 0 ? "" : `|[${added.join("")}]`}`;
}

/** Checks that a text is one visible line of at most `max` characters (domain/words/text.ts). */
export function isLine(operand: Expression, max: number): Condition {
  const isOneLine = matches(operand, `^(${outside(FORBIDDEN_RANGES)})*$`);
  return when`${operand}.length <= ${max} && ${isOneLine} && ${matches(operand, outside(BLANK_RANGES))}`;
}

/** A text that people see. */
export const text = (max = MAX_NAME_CHARACTERS): Node =>
  value(`text(${max})`, isLine("newData.val()", max));

/** @param pattern a regular expression without its slashes. It bounds the length if `max` is absent */
export function form(summary: string, pattern: string | readonly string[], max?: number): Node {
  const hasForm = matches("newData.val()", pattern);
  return value(
    summary,
    max === undefined ? hasForm : when`newData.val().length <= ${max} && ${hasForm}`,
  );
}

export const oneOf = (list: readonly string[]): Node => form(`oneOf(${list.join(", ")})`, list);

export const oneOfNumbers = (list: readonly number[]): Node => {
  const [first, ...others] = list.map((option) => when`newData.val() === ${option}`);
  const isListed = others.reduce((all, next) => when`${all} || ${next}`, first ?? when`false`);
  return value(`one of ${list.join(", ")}`, isListed);
};

/** Rejects texts, too: comparing a text with a number fails, and the database then denies the write. */
export const number = (min: number, max: number): Node =>
  value(`number from ${min} to ${max}`, when`newData.val() >= ${min} && newData.val() <= ${max}`);

export const INTEGER = { ".validate": when`newData.val() % 1 === 0` };
export const integer = (min: number, max: number): Node => ({ ...number(min, max), ...INTEGER });

/** A measurement, or a figure computed from measurements: any finite number, in eight bytes. */
export const MEASURED = value("number", when`newData.isNumber()`);
export const BOOLEAN = value("boolean", when`newData.isBoolean()`);
export const TRUE = value("true", when`newData.val() === true`);

const isBetween = (time: Expression, earliest: Expression, latest: Expression): Condition =>
  when`${time} > ${earliest} && ${time} < ${latest}`;
/** Checks that a time (Unix milliseconds, by the writer's clock) is at most `maxAgeMs` old. */
export const isYoungerThan = (time: Expression, maxAgeMs: Expression): Condition =>
  isBetween(time, when`now - ${maxAgeMs}`, `now + ${MAX_WRITER_SKEW_MS}`);
/** Checks that a time is now by its writer's clock. */
export const isRecent = (time: Expression): Condition => isYoungerThan(time, MAX_WRITER_SKEW_MS);
export const RECENT = value("time of now", isRecent("newData.val()"));
/** A time that the client computes from the database's clock. */
export const timeWithin = (ms: number): Node =>
  value(`time within ${ms} ms of now`, isBetween("newData.val()", `now - ${ms}`, `now + ${ms}`));
export const PAST = value(
  "past time",
  isBetween("newData.val()", "0", `now + ${MAX_WRITER_SKEW_MS}`),
);
export const timeUpTo = (maxAheadMs: number, earliest = "now"): Node =>
  value(
    `time up to now + ${maxAheadMs + MAX_WRITER_SKEW_MS} ms`,
    isBetween("newData.val()", earliest, `now + ${maxAheadMs + MAX_WRITER_SKEW_MS}`),
  );

/** The same as another value, which already has a bound. */
export const exactly = (other: Expression): Node => ({
  ".value": when`newData.val() === ${other}`,
});

/** The previous value, or a value that the other node accepts. */
export const unchangedOr = ({ ".value": changed = when`false` }: Node): Node => ({
  ".value": when`newData.val() === data.val() || (${changed})`,
});

/**
 * The id of a record that the same rules look up, which bounds the id. `child()` follows slashes, so an id contains
 * none.
 */
export const ID = value("id", when`!newData.val().contains('/')`);
/** For a node whose `.write`, or a rule above, already compares the value with an existing value that has a bound. */
export const CHECKED_ELSEWHERE: Condition = { text: "", summary: "checked elsewhere" };
/** A value that is checked elsewhere. */
export const CHECKED_VALUE: Node = { ".value": CHECKED_ELSEWHERE };
