/** Compiles a checked expression to a function. Defines the order of evaluation and how failures propagate. */

import { Counter } from "./coverage";
import { memberOf, METHODS } from "./methods";
import { BINARY_OPERATORS, describeOperands, UNARY_OPERATORS } from "./operators";
import { Snapshot } from "./snapshot";
import type { Expression, Of } from "./syntax";
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
type Part =
  | { readonly counter: undefined; readonly constant: Value }
  | { readonly counter: Counter; readonly evaluate: Evaluate; readonly constant?: undefined };

function run(part: Part, scope: Scope): Value {
  if (part.counter === undefined) return part.constant;
  const value = part.evaluate(scope);
  part.counter.count(value);
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

  whole(expression: Expression): Part {
    const { start, end } = expression;
    const part = { evaluate: this.compile(expression), counter: new Counter() };
    this.counted.push({ start, end, counter: part.counter });
    return part;
  }

  private part(expression: Expression): Part {
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

  private list({ items }: Of<"list">): Evaluate {
    const parts = items.map((item) => this.part(item));
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
    return known(VARIABLES.get(name), name);
  }

  private unary({ operator, operand }: Of<"unary">): Evaluate {
    const entry = known(UNARY_OPERATORS.get(operator), operator);
    const part = this.part(operand);
    const failure = new Failure(describeOperands(operator, entry.takes));
    return (scope) => {
      const value = run(part, scope);
      return value instanceof Failure ? value : fitting(entry.apply(value), failure);
    };
  }

  private binary({ operator, left, right }: Of<"binary">): Evaluate {
    const { apply, settledBy, takes } = known(BINARY_OPERATORS.get(operator), operator);
    const leftPart = this.part(left);
    const rightPart = this.part(right);
    const failure = new Failure(describeOperands(operator, takes));
    if (settledBy !== undefined) {
      return (scope) => {
        const value = run(leftPart, scope);
        return value === settledBy || value instanceof Failure ? value : run(rightPart, scope);
      };
    }
    return (scope) => {
      const leftValue = run(leftPart, scope);
      if (leftValue instanceof Failure) return leftValue;
      const rightValue = run(rightPart, scope);
      if (rightValue instanceof Failure) return rightValue;
      return fitting(apply(leftValue, rightValue), failure);
    };
  }

  private conditional({ test, yes, no }: Of<"conditional">): Evaluate {
    const testPart = this.part(test);
    const yesPart = this.part(yes);
    const noPart = this.part(no);
    return (scope) => {
      const value = run(testPart, scope);
      if (value instanceof Failure) return value;
      return value === true ? run(yesPart, scope) : run(noPart, scope);
    };
  }

  private member({ object, key }: Of<"member">): Evaluate {
    const objectPart = this.part(object);
    const keyPart = this.part(key);
    const failure = new Failure("a key must be a string or a number");
    return (scope) => {
      const value = run(objectPart, scope);
      if (value instanceof Failure) return value;
      const name = run(keyPart, scope);
      if (name instanceof Failure) return name;
      return typeof name === "string" || typeof name === "number" ? memberOf(value, name) : failure;
    };
  }

  private call({ object, method, parameters }: Of<"call">): Evaluate {
    const { on, takes, apply } = known(METHODS.get(method), method);
    const target = this.part(object);
    const [first, second] = parameters.map((parameter) => this.part(parameter));
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
      if (first === undefined) return fitting(apply(value), failure);
      const firstValue = run(first, scope);
      if (firstValue instanceof Failure) return firstValue;
      if (second === undefined) return fitting(apply(value, firstValue), failure);
      const secondValue = run(second, scope);
      if (secondValue instanceof Failure) return secondValue;
      return fitting(apply(value, firstValue, secondValue), failure);
    };
  }
}

function childNamed(target: Part, key: string, failure: Failure): Evaluate {
  return (scope) => {
    const value = run(target, scope);
    if (value instanceof Snapshot) return key === "" ? value : value.child(key);
    return value instanceof Failure ? value : failure;
  };
}

/** Returns the result of an operation, or `failure` if the operands did not fit. */
function fitting(value: Value | undefined, failure: Failure): Value {
  return value === undefined ? failure : value;
}

function known<T>(entry: T | undefined, name: string): T {
  if (entry === undefined) throw new Error(`not in a checked expression: ${name}`);
  return entry;
}
