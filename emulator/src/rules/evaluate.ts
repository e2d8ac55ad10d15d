/** Compiles a checked expression to a function. Defines the order of evaluation and how failures propagate. */

import { Counter } from "./coverage";
import { memberOf, METHODS } from "./methods";
import { BINARY_OPERATORS, describeOperands, UNARY_OPERATORS } from "./operators";
import { Snapshot } from "./snapshot";
import type { Expression, ExpressionOf } from "./syntax";
import { describeType, Failure, type Value } from "./types";

/** The values of the variables during a decision. `data` and `newData` change with each rule on the path. */
export interface Scope {
  readonly auth: Value;
  readonly now: number;
  readonly root: Snapshot;
  /** The data at the rule. Captures are keys of its path. */
  data: Snapshot;
  newData: Snapshot;
  readonly query: Value;
}

type Evaluate = (scope: Scope) => Value;

interface CountedExpression {
  readonly start: number;
  readonly end: number;
  readonly counter: Counter;
}

export interface CompiledExpression {
  readonly evaluate: Evaluate;
  /** The whole expression first, then its parts in the order of the text, without constants. */
  readonly counted: readonly CountedExpression[];
}

/** @param captures names with their number of levels above the rule */
export function compileExpression(
  expression: Expression,
  captures: ReadonlyMap<string, number>,
): CompiledExpression {
  const compiler = new Compiler(captures);
  const whole = compiler.whole(expression);
  compiler.counted.sort((a, b) => a.start - b.start || b.end - a.end);
  return { evaluate: (scope) => run(whole, scope), counted: compiler.counted };
}

/** A compiled sub-expression. A constant needs no call and is not counted. */
type Operand =
  | { readonly counter: undefined; readonly constant: Value }
  | { readonly counter: Counter; readonly evaluate: Evaluate; readonly constant?: undefined };

function run(operand: Operand, scope: Scope): Value {
  if (operand.counter === undefined) return operand.constant;
  const value = operand.evaluate(scope);
  operand.counter.count(value);
  return value;
}

const VARIABLES: ReadonlyMap<string, Evaluate> = new Map<string, Evaluate>([
  ["auth", ({ auth }) => auth],
  ["now", ({ now }) => now],
  ["root", ({ root }) => root],
  ["data", ({ data }) => data],
  ["newData", ({ newData }) => newData],
  ["query", ({ query }) => query],
]);

function constantOf(expression: Expression): Value | undefined {
  if (expression.kind === "literal") return expression.value;
  return expression.kind === "pattern" ? expression.pattern : undefined;
}

class Compiler {
  readonly counted: CountedExpression[] = [];

  constructor(private readonly captures: ReadonlyMap<string, number>) {}

  whole(expression: Expression): Operand {
    const { start, end } = expression;
    const part = { evaluate: this.compile(expression), counter: new Counter() };
    this.counted.push({ start, end, counter: part.counter });
    return part;
  }

  private operand(expression: Expression): Operand {
    const constant = constantOf(expression);
    return constant === undefined ? this.whole(expression) : { counter: undefined, constant };
  }

  private compile(expression: Expression): Evaluate {
    switch (expression.kind) {
      case "literal":
      case "pattern": {
        const constant = constantOf(expression) ?? null;
        return () => constant;
      }
      case "list":
        return this.list(expression);
      case "variable":
        return this.variable(expression.name);
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

  private list({ items }: ExpressionOf<"list">): Evaluate {
    const parts = items.map((item) => this.operand(item));
    return (scope) => {
      const values: Value[] = [];
      for (const part of parts) {
        const value = run(part, scope);
        if (value instanceof Failure) return value;
        values.push(value);
      }
      return values;
    };
  }

  private variable(name: string): Evaluate {
    const levels = this.captures.get(name);
    if (levels !== undefined) return ({ data }) => data.keyAbove(levels);
    return required(VARIABLES.get(name), name);
  }

  private unary({ operator, operand }: ExpressionOf<"unary">): Evaluate {
    const entry = required(UNARY_OPERATORS.get(operator), operator);
    const part = this.operand(operand);
    const failure = new Failure(describeOperands(operator, entry.takes));
    return (scope) => {
      const value = run(part, scope);
      return value instanceof Failure ? value : resultOr(entry.apply(value), failure);
    };
  }

  private binary({ operator, left, right }: ExpressionOf<"binary">): Evaluate {
    const { apply, settledBy, takes } = required(BINARY_OPERATORS.get(operator), operator);
    const leftOperand = this.operand(left);
    const rightOperand = this.operand(right);
    const failure = new Failure(describeOperands(operator, takes));
    if (settledBy !== undefined) {
      return (scope) => {
        const value = run(leftOperand, scope);
        return value === settledBy || value instanceof Failure ? value : run(rightOperand, scope);
      };
    }
    return (scope) => {
      const leftValue = run(leftOperand, scope);
      if (leftValue instanceof Failure) return leftValue;
      const rightValue = run(rightOperand, scope);
      if (rightValue instanceof Failure) return rightValue;
      return resultOr(apply(leftValue, rightValue), failure);
    };
  }

  private conditional({ test, yes, no }: ExpressionOf<"conditional">): Evaluate {
    const testOperand = this.operand(test);
    const yesOperand = this.operand(yes);
    const noOperand = this.operand(no);
    return (scope) => {
      const value = run(testOperand, scope);
      if (value instanceof Failure) return value;
      return value === true ? run(yesOperand, scope) : run(noOperand, scope);
    };
  }

  private member({ object, key }: ExpressionOf<"member">): Evaluate {
    const objectOperand = this.operand(object);
    const keyOperand = this.operand(key);
    const failure = new Failure("a key must be a string or a number");
    return (scope) => {
      const value = run(objectOperand, scope);
      if (value instanceof Failure) return value;
      const name = run(keyOperand, scope);
      if (name instanceof Failure) return name;
      return typeof name === "string" || typeof name === "number" ? memberOf(value, name) : failure;
    };
  }

  private call({ object, method, parameters }: ExpressionOf<"call">): Evaluate {
    const { on, takes, apply } = required(METHODS.get(method), method);
    const target = this.operand(object);
    const [first, second] = parameters.map((parameter) => this.operand(parameter));
    const taken = takes.length === 0 ? "" : ` with ${takes.map(describeType).join(" and ")}`;
    const failure = new Failure(`${method} is called on ${describeType(on)}${taken}`);
    if (
      method === "child" &&
      typeof first?.constant === "string" &&
      !first.constant.includes("/")
    ) {
      // By far the most frequent call.
      return childNamed(target, first.constant, failure);
    }
    return (scope) => {
      const value = run(target, scope);
      if (value instanceof Failure) return value;
      if (first === undefined) return resultOr(apply(value), failure);
      const firstValue = run(first, scope);
      if (firstValue instanceof Failure) return firstValue;
      if (second === undefined) return resultOr(apply(value, firstValue), failure);
      const secondValue = run(second, scope);
      if (secondValue instanceof Failure) return secondValue;
      return resultOr(apply(value, firstValue, secondValue), failure);
    };
  }
}

function childNamed(target: Operand, key: string, failure: Failure): Evaluate {
  return (scope) => {
    const value = run(target, scope);
    if (value instanceof Snapshot) return key === "" ? value : value.child(key);
    return value instanceof Failure ? value : failure;
  };
}

/** Returns the result of an operation, or `failure` if the operands did not fit. */
function resultOr(value: Value | undefined, failure: Failure): Value {
  return value === undefined ? failure : value;
}

function required<T>(entry: T | undefined, name: string): T {
  if (entry === undefined) throw new Error(`not in a checked expression: ${name}`);
  return entry;
}
