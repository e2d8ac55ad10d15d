/**
 * What the rules are built from. A value without a bound cannot be built, and a deletion is granted by itself. The
 * generator adds that nothing has a priority, and that an object has no other children and is no text.
 */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { MAX_NAME_CHARACTERS } from "@greenhouse/domain/identity/keys";
import { BLANK_RANGES, classOf, FORBIDDEN_RANGES } from "@greenhouse/domain/words/text";
import { when } from "./condition.ts";
import type { Condition, Expression } from "./condition.ts";

export interface Node {
  /** What a reader should know. */
  readonly "//"?: string;
  /**
   * What a new value may be; absent: it is an object. Without a `.write` here or above, nothing is asked. With children
   * it may be an object, of these alone.
   */
  readonly ".value"?: Condition;
  /** What names it may have, where its own name is a variable. */
  readonly ".key"?: Condition;
  /** Who reads it and everything below it. */
  readonly ".read"?: Condition;
  /** Who writes it and everything below it, without deleting it. */
  readonly ".write"?: Condition;
  /** Who deletes it. */
  readonly ".remove"?: Condition;
  /** When an object is whole; absent: with any child. */
  readonly ".complete"?: Condition;
  /** What else must hold of what is written. */
  readonly ".validate"?: Condition;
  /** By which child it and all below it can be queried. */
  readonly ".indexOn"?: string;
  /** Its children; `a/b` is the only child of a child. */
  readonly [key: string]: Node | Condition | string | undefined;
}

export type Subtree = Readonly<Record<string, Node>>;

/** How far the clock of a writer (functions, jobs, browsers) may be from the database's. */
export const MAX_WRITER_SKEW_MS = 10 * MINUTE_MS;

const value = (summary: string, { text }: Condition): Node => ({ ".value": { text, summary } });

/** @param pattern between slashes, or the words that it may be */
export function matches(operand: Expression, pattern: string | readonly string[]): Condition {
  return when`${operand}.matches(/${typeof pattern === "string" ? pattern : `^(${pattern.join("|")})$`}/)`;
}

/** Google's server reads expressions with Rhino, which drops these or ends a literal at them (firebase-tools 2734). */
const LOST_CHARACTERS = /[\p{Cf}\p{Zl}\p{Zp}\n\r]/u;

/** A pattern of one character outside of these ranges, made of characters that the server's parser keeps. */
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

/** One visible line of at most so many characters (domain/words/text.ts). */
export function isLine(operand: Expression, max: number): Condition {
  const isOneLine = matches(operand, `^(${outside(FORBIDDEN_RANGES)})*$`);
  return when`${operand}.length <= ${max} && ${isOneLine} && ${matches(operand, outside(BLANK_RANGES))}`;
}

/** A text that people see. */
export const text = (max = MAX_NAME_CHARACTERS): Node =>
  value(`text(${max})`, isLine("newData.val()", max));

/** @param pattern between slashes; it bounds the length, unless there is a `max` */
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

/** A comparison of a text with a number fails, and a failure denies. */
export const number = (min: number, max: number): Node =>
  value(`number from ${min} to ${max}`, when`newData.val() >= ${min} && newData.val() <= ${max}`);

export const INTEGER = { ".validate": when`newData.val() % 1 === 0` };
export const integer = (min: number, max: number): Node => ({ ...number(min, max), ...INTEGER });

/** What was measured or computed from it: any finite number, in eight bytes. */
export const MEASURED = value("number", when`newData.isNumber()`);
export const TRUE = value("true", when`newData.val() === true`);

const isBetween = (time: Expression, earliest: Expression, latest: Expression): Condition =>
  when`${time} > ${earliest} && ${time} < ${latest}`;
/** Whether a time, in Unix milliseconds, is of the last so many milliseconds by its writer's clock. */
export const isYoungerThan = (time: Expression, maxAgeMs: Expression): Condition =>
  isBetween(time, when`now - ${maxAgeMs}`, `now + ${MAX_WRITER_SKEW_MS}`);
/** Whether a time is now by its writer's clock. */
export const isRecent = (time: Expression): Condition => isYoungerThan(time, MAX_WRITER_SKEW_MS);
export const RECENT = value("time of now", isRecent("newData.val()"));
/** A time that a client takes from the database's clock. */
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

/** The same as another value, which has a bound. */
export const exactly = (other: Expression): Node => ({
  ".value": when`newData.val() === ${other}`,
});

/** What it was, or what another node may hold. */
export const unchangedOr = ({ ".value": changed = when`false` }: Node): Node => ({
  ".value": when`newData.val() === data.val() || (${changed})`,
});

/** The id of a record that the same rules look up, which bounds it. `child()` follows slashes. */
export const ID = value("id", when`!newData.val().contains('/')`);
/** For what its own `.write`, or a rule above it, compares with something that has a bound and exists. */
export const CHECKED_ELSEWHERE: Condition = { text: "", summary: "checked elsewhere" };
export const CHECKED_VALUE: Node = { ".value": CHECKED_ELSEWHERE };
