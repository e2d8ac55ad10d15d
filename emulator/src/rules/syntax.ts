/** The tree of an expression. Offsets are those of the expression's own text. */

import type { Pattern } from "./pattern";

interface Place {
  readonly start: number;
  readonly end: number;
  /** Levels of the tree from here down. */
  readonly height: number;
}

export type Literal = Place & {
  readonly kind: "literal";
  readonly value: null | boolean | number | string;
};
/** A regular expression. */
export type PatternLiteral = Place & { readonly kind: "pattern"; readonly pattern: Pattern };
export type List = Place & { readonly kind: "list"; readonly items: readonly Expression[] };
export type Variable = Place & { readonly kind: "variable"; readonly name: string };
export type Unary = Place & {
  readonly kind: "unary";
  readonly operator: string;
  readonly operand: Expression;
};
export type Binary = Place & {
  readonly kind: "binary";
  readonly operator: string;
  readonly left: Expression;
  readonly right: Expression;
};
export type Conditional = Place & {
  readonly kind: "conditional";
  readonly test: Expression;
  readonly yes: Expression;
  readonly no: Expression;
};
/** `object.key` or `object[key]`; the former's key is a literal. */
export type Member = Place & {
  readonly kind: "member";
  readonly object: Expression;
  readonly key: Expression;
};
/** `object.method(parameters)`; only methods can be called. */
export type Call = Place & {
  readonly kind: "call";
  readonly object: Expression;
  readonly method: string;
  readonly parameters: readonly Expression[];
};

export type Expression =
  Literal | PatternLiteral | List | Variable | Unary | Binary | Conditional | Member | Call;
