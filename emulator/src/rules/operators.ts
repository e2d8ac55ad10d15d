/**
 * The operators of expressions. `==` never converts types.
 * Source: https://firebase.google.com/docs/reference/security/database#operators
 */

import { add, calculate, canonicalNumber, isNumeric, type Numeric } from "../tree/numbers";
import {
  BOOLEAN,
  BRANCH,
  CLAIMS,
  describeType,
  isAlways,
  canBe,
  NULL,
  NUMBER,
  TEXT,
  type Type,
  MAX_TEXT_LENGTH,
  type Value,
} from "./types";

export interface UnaryOperator {
  readonly takes: Type;
  /** Whether the operand's type must be certain when the rules are loaded. */
  readonly isStrict: boolean;
  readonly gives: Type;
  readonly apply: (operand: Value) => Value | undefined;
}

export interface BinaryOperator {
  /** A higher precedence binds tighter. All operators are left-associative. */
  readonly precedence: number;
  readonly takes: Type;
  readonly isStrict: boolean;
  /** Returns the result's type for operands of these types, or 0 if they cannot be combined. */
  readonly gives: (left: Type, right: Type) => Type;
  /** The left value that decides the result. The right operand is not evaluated then. */
  readonly settledBy?: boolean;
  /** Returns undefined if the operands do not fit. */
  readonly apply: (left: Value, right: Value) => Value | undefined;
}

const COMPARABLE: Type = NULL | BOOLEAN | NUMBER | TEXT | BRANCH | CLAIMS;

function logical(precedence: number, settledBy: boolean): BinaryOperator {
  return {
    precedence,
    takes: BOOLEAN,
    isStrict: true,
    gives: () => BOOLEAN,
    settledBy,
    apply: (_, right) => right,
  };
}

/** Compares two values. Returns undefined for two objects, which cannot be compared. */
function isSame(left: Value, right: Value): boolean | undefined {
  if (isObject(left) && isObject(right)) return undefined;
  return left === right;
}

function isObject(value: Value): boolean {
  return typeof value === "object" && value !== null;
}

function equality(isWanted: boolean): BinaryOperator {
  return {
    precedence: 3,
    takes: COMPARABLE,
    isStrict: false,
    gives: () => BOOLEAN,
    apply: (left, right) => {
      const areSame = isSame(left, right);
      return areSame === undefined ? undefined : areSame === isWanted;
    },
  };
}

function ordering(
  holds: <T extends Numeric | string>(left: T, right: T) => boolean,
): BinaryOperator {
  return {
    precedence: 4,
    takes: NUMBER | TEXT,
    isStrict: false,
    gives: (left, right) => (canBe(left & right, NUMBER | TEXT) ? BOOLEAN : 0),
    apply: (left, right) => {
      if (isNumeric(left) && isNumeric(right)) return holds(left, right);
      if (typeof left === "string" && typeof right === "string") return holds(left, right);
      return undefined;
    },
  };
}

function arithmetic(
  precedence: number,
  withDoubles: (left: number, right: number) => number,
  withIntegers: (left: bigint, right: bigint) => Numeric = (left, right) =>
    withDoubles(Number(left), Number(right)),
): BinaryOperator {
  return {
    precedence,
    takes: NUMBER,
    isStrict: false,
    gives: () => NUMBER,
    apply: (left, right) =>
      isNumeric(left) && isNumeric(right)
        ? calculate(left, right, withDoubles, withIntegers)
        : undefined,
  };
}

const PLUS: BinaryOperator = {
  precedence: 5,
  takes: NUMBER | TEXT,
  isStrict: false,
  gives: (left, right) => {
    if (isAlways(left, TEXT) || isAlways(right, TEXT)) return TEXT;
    return isAlways(left, NUMBER) && isAlways(right, NUMBER) ? NUMBER : NUMBER | TEXT;
  },
  apply: (left, right) => {
    if (isNumeric(left) && isNumeric(right)) return add(left, right);
    if (typeof left !== "string" && !isNumeric(left)) return undefined;
    if (typeof right !== "string" && !isNumeric(right)) return undefined;
    const joined = `${left}${right}`;
    return joined.length > MAX_TEXT_LENGTH ? undefined : joined;
  },
};

export const BINARY_OPERATORS: ReadonlyMap<string, BinaryOperator> = new Map([
  ["||", logical(1, true)],
  ["&&", logical(2, false)],
  ["==", equality(true)],
  ["===", equality(true)],
  ["!=", equality(false)],
  ["!==", equality(false)],
  ["<", ordering((left, right) => left < right)],
  ["<=", ordering((left, right) => left <= right)],
  [">", ordering((left, right) => left > right)],
  [">=", ordering((left, right) => left >= right)],
  ["+", PLUS],
  [
    "-",
    arithmetic(
      5,
      (left, right) => left - right,
      (left, right) => left - right,
    ),
  ],
  [
    "*",
    arithmetic(
      6,
      (left, right) => left * right,
      (left, right) => left * right,
    ),
  ],
  // The service has no infinity: 1 / 0 is not a number.
  ["/", arithmetic(6, (left, right) => (right === 0 ? NaN : left / right))],
  [
    "%",
    arithmetic(
      6,
      (left, right) => left % right,
      (left, right) => (right === 0n ? NaN : left % right),
    ),
  ],
]);

export const UNARY_OPERATORS: ReadonlyMap<string, UnaryOperator> = new Map([
  [
    "!",
    {
      takes: BOOLEAN,
      isStrict: true,
      gives: BOOLEAN,
      apply: (operand) => (typeof operand === "boolean" ? !operand : undefined),
    },
  ],
  [
    "-",
    {
      takes: NUMBER,
      isStrict: false,
      gives: NUMBER,
      apply: (operand) => (isNumeric(operand) ? canonicalNumber(-operand) : undefined),
    },
  ],
]);

/** Returns text for messages, such as "< takes two numbers or two strings". */
export function describeOperands(symbol: string, takes: Type): string {
  const pair = takes === (NUMBER | TEXT) && symbol !== "+" ? "two numbers or two strings" : "";
  return `${symbol} takes ${pair === "" ? describeType(takes) : pair}`;
}
