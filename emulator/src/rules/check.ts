/**
 * Checks the types of an expression when the rules are loaded. Rejects expressions that can never work. The others may
 * still fail during evaluation.
 */

import { Fault } from "./error";
import { METHODS, QUERY_MEMBERS } from "./methods";
import { BINARY_OPERATORS, describeOperands, UNARY_OPERATORS } from "./operators";
import type { Expression, ExpressionOf } from "./syntax";
import {
  BOOLEAN,
  CLAIM,
  CLAIMS,
  describeType,
  isAlways,
  kindOf,
  LIST,
  canBe,
  NUMBER,
  PATTERN,
  QUERY,
  SNAPSHOT,
  TEXT,
  type Type,
  UNKNOWN,
} from "./types";

export type RuleKind = ".read" | ".write" | ".validate";

export interface Names {
  readonly rule: RuleKind;
  /** The captures above the rule, such as "$uid". */
  readonly captures: readonly string[];
}

const VARIABLES: ReadonlyMap<
  string,
  { readonly type: Type; readonly notIn?: readonly RuleKind[] }
> = new Map([
  ["auth", { type: CLAIM }],
  ["now", { type: NUMBER }],
  ["root", { type: SNAPSHOT }],
  ["data", { type: SNAPSHOT }],
  ["newData", { type: SNAPSHOT, notIn: [".read"] }],
  ["query", { type: QUERY, notIn: [".write", ".validate"] }],
]);

export function checkExpression(expression: Expression, names: Names): readonly Fault[] {
  const checker = new Checker(names);
  const type = checker.typeOf(expression);
  if (!isAlways(type, BOOLEAN)) {
    checker.report(
      expression,
      `The expression must be a boolean, and this is ${describeType(type)}; compare it with something.`,
    );
  }
  return checker.faults;
}

class Checker {
  readonly faults: Fault[] = [];

  constructor(private readonly names: Names) {}

  typeOf(expression: Expression): Type {
    switch (expression.kind) {
      case "literal":
        return kindOf(expression.value);
      case "pattern":
        return PATTERN;
      case "list":
        return this.list(expression);
      case "variable":
        return this.variable(expression, expression.name);
      case "unary":
        return this.unary(expression);
      case "binary":
        return this.binary(expression);
      case "conditional":
        return this.conditional(expression);
      case "member":
        return this.member(expression);
      case "call":
        return this.call(expression);
    }
  }

  report(at: Expression, message: string): Type {
    this.faults.push(new Fault(message, at.start));
    return UNKNOWN;
  }

  private list(list: ExpressionOf<"list">): Type {
    if (list.items.length === 0) return this.report(list, "A list must name at least one child.");
    for (const item of list.items) {
      const type = this.typeOf(item);
      if (canBe(type, TEXT)) continue;
      this.report(item, `A list takes strings, and this is ${describeType(type)}.`);
    }
    return LIST;
  }

  private variable(at: Expression, name: string): Type {
    if (this.names.captures.includes(name)) return TEXT;
    const variable = VARIABLES.get(name);
    if (variable === undefined) return this.report(at, `Unknown variable '${name}'.`);
    if (variable.notIn?.includes(this.names.rule) === true) {
      return this.report(at, `'${name}' is not available in ${this.names.rule} rules.`);
    }
    return variable.type;
  }

  private unary(unary: ExpressionOf<"unary">): Type {
    const type = this.typeOf(unary.operand);
    const entry = UNARY_OPERATORS.get(unary.operator);
    if (entry === undefined) return this.report(unary, `Unknown operator ${unary.operator}.`);
    return this.operand(unary.operand, type, unary.operator, entry) ? entry.gives : UNKNOWN;
  }

  private binary(binary: ExpressionOf<"binary">): Type {
    const { operator } = binary;
    const left = this.typeOf(binary.left);
    const right = this.typeOf(binary.right);
    const entry = BINARY_OPERATORS.get(operator);
    if (entry === undefined) return this.report(binary, `Unknown operator ${operator}.`);
    const isLeftFit = this.operand(binary.left, left, operator, entry);
    const isRightFit = this.operand(binary.right, right, operator, entry);
    if (!isLeftFit || !isRightFit) return UNKNOWN;
    const type = entry.gives(left, right);
    if (type !== 0) return type;
    const found = `${describeType(left)} and ${describeType(right)}`;
    return this.report(
      binary,
      `${describeOperands(operator, entry.takes)}, and these are ${found}.`,
    );
  }

  /** Reports an operand whose type never fits the operator. A strict operator needs a type that always fits. */
  private operand(
    at: Expression,
    type: Type,
    operator: string,
    { takes, isStrict }: { readonly takes: Type; readonly isStrict: boolean },
  ): boolean {
    if (isStrict ? isAlways(type, takes) : canBe(type, takes)) return true;
    const hint = isStrict && canBe(type, BOOLEAN) ? "; compare it with == true" : "";
    this.report(
      at,
      `${describeOperands(operator, takes)}, and this is ${describeType(type)}${hint}.`,
    );
    return false;
  }

  private conditional({ test, yes, no }: ExpressionOf<"conditional">): Type {
    const type = this.typeOf(test);
    if (!isAlways(type, BOOLEAN)) {
      this.report(
        test,
        `The condition of ?: must be a boolean, and this is ${describeType(type)}.`,
      );
    }
    return this.typeOf(yes) | this.typeOf(no);
  }

  private member(member: ExpressionOf<"member">): Type {
    const { object, key } = member;
    const type = this.typeOf(object);
    if (type === UNKNOWN) return UNKNOWN;
    const name = key.kind === "literal" ? key.value : undefined;
    if (canBe(type, CLAIMS)) {
      const keyType = this.typeOf(key);
      if (canBe(keyType, TEXT | NUMBER)) return CLAIM;
      return this.report(
        key,
        `A key must be a string or a number, and this is ${describeType(keyType)}.`,
      );
    }
    if (canBe(type, TEXT) && name === "length") return NUMBER;
    const queried = typeof name === "string" ? QUERY_MEMBERS.get(name) : undefined;
    if (type === QUERY && queried !== undefined) return queried;
    if (name === undefined) {
      return this.report(key, `Only auth and its members can be indexed with an expression.`);
    }
    return this.missing(key, String(name), type);
  }

  private missing(at: Expression, name: string, type: Type): Type {
    const method = METHODS.get(name);
    if (method !== undefined && canBe(type, method.on)) {
      return this.report(at, `'${name}' is a method: write ${name}().`);
    }
    return this.report(at, `No such method/property '${name}'.`);
  }

  private call(call: ExpressionOf<"call">): Type {
    const { object, method, parameters } = call;
    const type = this.typeOf(object);
    const types = parameters.map((parameter) => this.typeOf(parameter));
    if (type === UNKNOWN) return UNKNOWN;
    const entry = METHODS.get(method);
    if (entry === undefined || !canBe(type, entry.on)) {
      return this.report(call, `No such method/property '${method}'.`);
    }
    const min = entry.takes.length - entry.optional;
    if (types.length < min || types.length > entry.takes.length) {
      const wanted = entry.optional === 0 ? String(min) : `${min} or ${entry.takes.length}`;
      return this.report(call, `${method} takes ${wanted} parameters, not ${types.length}.`);
    }
    entry.takes.forEach((takes, index) => {
      const parameter = parameters[index];
      const given = types[index];
      if (parameter === undefined || given === undefined || canBe(given, takes)) return;
      this.report(
        parameter,
        `${method} takes ${describeType(takes)}, and this is ${describeType(given)}.`,
      );
    });
    return entry.gives;
  }
}
