/** Builds the tree of an expression. Its depth is limited, so a text cannot exhaust the stack. */

import { Fault } from "./error";
import { decodeNumber, type Token, tokenize } from "./lexer";
import { BINARY_OPERATORS, UNARY_OPERATORS } from "./operators";
import { parsePattern } from "./pattern";
import type { Expression } from "./syntax";

const MAX_EXPRESSION_DEPTH = 400;

const CONSTANTS: ReadonlyMap<string, boolean | null> = new Map([
  ["true", true],
  ["false", false],
  ["null", null],
]);

/** @throws Fault */
export function parseExpression(text: string): Expression {
  return new Parser(tokenize(text)).whole();
}

type Unlocated<E> = E extends Expression ? Omit<E, "start" | "end" | "height"> : never;

class Parser {
  private index = 0;
  private depth = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  /** whole = expression end */
  whole(): Expression {
    const expression = this.expression();
    if (this.next.kind !== "end") this.fail(unexpected(this.next));
    return expression;
  }

  /** expression = binary [ "?" expression ":" expression ] */
  private expression(): Expression {
    return this.nested(() => {
      const test = this.binary(1);
      if (!this.accept("?")) return test;
      const yes = this.expression();
      this.expect(":");
      const no = this.expression();
      return this.located({ kind: "conditional", test, yes, no }, test.start, [test, yes, no]);
    });
  }

  /**
   * binary(p) = unary { operator binary(p' + 1) }, for the operators of a precedence p' ≥ p:
   * "||" | "&&" | "==" … | "<" … | "+" "-" | "*" "/" "%"
   */
  private binary(lowest: number): Expression {
    let left = this.unary();
    for (;;) {
      const operator = this.next.kind === "symbol" ? this.next.value : "";
      const precedence = BINARY_OPERATORS.get(operator)?.precedence ?? 0;
      if (precedence < lowest) return left;
      this.advance();
      const right = this.binary(precedence + 1);
      left = this.located({ kind: "binary", operator, left, right }, left.start, [left, right]);
    }
  }

  /** unary = ( "!" | "-" ) unary | postfix */
  private unary(): Expression {
    const { kind, value: operator, start } = this.next;
    if (kind !== "symbol" || !UNARY_OPERATORS.has(operator)) return this.postfix();
    return this.nested(() => {
      this.advance();
      const operand = this.unary();
      return this.located({ kind: "unary", operator, operand }, start, [operand]);
    });
  }

  /** postfix = primary { "." name | "[" expression "]" | "(" parameters ")" } */
  private postfix(): Expression {
    let object = this.primary();
    for (;;) {
      const { start } = object;
      if (this.accept(".")) {
        const key = this.memberName();
        object = this.located({ kind: "member", object, key }, start, [object]);
      } else if (this.accept("[")) {
        const key = this.expression();
        this.expect("]");
        object = this.located({ kind: "member", object, key }, start, [object, key]);
      } else if (this.next.kind === "symbol" && this.next.value === "(") {
        object = this.call(object);
      } else {
        return object;
      }
    }
  }

  private memberName(): Expression {
    const { kind, value, start } = this.next;
    if (kind !== "name") return this.fail(`Expected a name after ".".`);
    this.advance();
    return this.located({ kind: "literal", value }, start);
  }

  /** parameters = [ expression { "," expression } ]; the callee is a member with a literal name. */
  private call(callee: Expression): Expression {
    if (callee.kind !== "member" || callee.key.kind !== "literal") {
      return this.fail("Only methods can be called.");
    }
    this.advance();
    const { object, key } = callee;
    const parameters = this.separated(")");
    const method = String(key.value);
    return this.located({ kind: "call", object, method, parameters }, callee.start, [
      object,
      ...parameters,
    ]);
  }

  /** primary = number | text | pattern | name | "(" expression ")" | "[" items [ "," ] "]" */
  private primary(): Expression {
    const token = this.next;
    const { kind, value, start } = token;
    switch (kind) {
      case "number":
        this.advance();
        return this.located({ kind: "literal", value: decodeNumber(value) }, start);
      case "text":
        this.advance();
        return this.located({ kind: "literal", value }, start);
      case "name":
        this.advance();
        return this.named(value, start);
      case "pattern":
        return this.pattern(token);
      default:
        return this.enclosed(token);
    }
  }

  private named(name: string, start: number): Expression {
    const constant = CONSTANTS.get(name);
    return constant === undefined
      ? this.located({ kind: "variable", name }, start)
      : this.located({ kind: "literal", value: constant }, start);
  }

  private pattern({ value, flags, start }: Token): Expression {
    const pattern = parsePattern(value, flags ?? "", start + 1);
    this.advance();
    return this.located({ kind: "pattern", pattern }, start);
  }

  private enclosed({ start }: Token): Expression {
    if (this.accept("(")) {
      const inner = this.expression();
      this.expect(")");
      return inner;
    }
    if (!this.accept("[")) return this.fail(unexpected(this.next));
    const items = this.separated("]");
    return this.located({ kind: "list", items }, start, items);
  }

  private separated(close: string): Expression[] {
    const items: Expression[] = [];
    if (this.accept(close)) return items;
    do items.push(this.expression());
    while (this.accept(",") && !this.endsList(close));
    this.expect(close);
    return items;
  }

  /** Returns whether the comma before was the last symbol of a list. Parameters cannot end with a comma. */
  private endsList(close: string): boolean {
    return close === "]" && this.next.kind === "symbol" && this.next.value === close;
  }

  private nested(read: () => Expression): Expression {
    if (this.depth === MAX_EXPRESSION_DEPTH) this.failDeep();
    this.depth += 1;
    const expression = read();
    this.depth -= 1;
    return expression;
  }

  private located(
    content: Unlocated<Expression>,
    start: number,
    below: readonly Expression[] = [],
  ): Expression {
    const end = this.tokens[this.index - 1]?.end ?? start;
    const height = below.reduce((highest, { height }) => Math.max(highest, height), 0) + 1;
    if (height > MAX_EXPRESSION_DEPTH) this.failDeep();
    return { ...content, start, end, height };
  }

  private get next(): Token {
    return this.tokens[this.index] ?? END;
  }

  private advance(): void {
    if (this.index < this.tokens.length - 1) this.index += 1;
  }

  private accept(symbol: string): boolean {
    if (this.next.kind !== "symbol" || this.next.value !== symbol) return false;
    this.advance();
    return true;
  }

  private expect(symbol: string): void {
    if (!this.accept(symbol)) {
      this.fail(
        this.next.kind === "end"
          ? `Unexpected end of expression: expected "${symbol}".`
          : `Expected "${symbol}".`,
      );
    }
  }

  private failDeep(): never {
    this.fail(`The expression is deeper than ${MAX_EXPRESSION_DEPTH} levels.`);
  }

  private fail(message: string): never {
    throw new Fault(message, this.next.start);
  }
}

const END: Token = { kind: "end", value: "", start: 0, end: 0 };

function unexpected(token: Token): string {
  return token.kind === "end"
    ? "Unexpected end of expression."
    : `Unexpected ${token.kind === "text" ? "string" : `"${token.value}"`}.`;
}
