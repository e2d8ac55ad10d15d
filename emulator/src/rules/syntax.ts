/** The tree of an expression. Offsets are those of the expression's own text. */

import type { Pattern } from "./pattern";

interface Location {
  readonly start: number;
  readonly end: number;
  /** Levels of the tree from here down. */
  readonly height: number;
}

export type Literal = Location & {
  readonly kind: "literal";
  readonly value: null | boolean | number | string;
};
export type PatternLiteral = Location & { readonly kind: "pattern"; readonly pattern: Pattern };
export type List = Location & { readonly kind: "list"; readonly items: readonly Expression[] };
export type Variable = Location & { readonly kind: "variable"; readonly name: string };
export type Unary = Location & {
  readonly kind: "unary";
  readonly operator: string;
  readonly operand: Expression;
};
export type Binary = Location & {
  readonly kind: "binary";
  readonly operator: string;
  readonly left: Expression;
  readonly right: Expression;
};
export type Conditional = Location & {
  readonly kind: "conditional";
  readonly test: Expression;
  readonly yes: Expression;
  readonly no: Expression;
};
/** `object.key` or `object[key]`; the former's key is a literal. */
export type Member = Location & {
  readonly kind: "member";
  readonly object: Expression;
  readonly key: Expression;
};
/** `object.method(parameters)`; only methods can be called. */
export type Call = Location & {
  readonly kind: "call";
  readonly object: Expression;
  readonly method: string;
  readonly parameters: readonly Expression[];
};

export type Expression =
  Literal | PatternLiteral | List | Variable | Unary | Binary | Conditional | Member | Call;
