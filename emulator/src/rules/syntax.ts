/** The tree of an expression. Offsets refer to the expression's own text. */

import type { Numeric } from "../tree/numbers";
import type { Pattern } from "./pattern";

interface Located {
  readonly start: number;
  readonly end: number;
  /** Levels of the tree from this node down. */
  readonly height: number;
}

export type Expression = Located &
  (
    | { readonly kind: "literal"; readonly value: null | boolean | Numeric | string }
    | { readonly kind: "pattern"; readonly pattern: Pattern }
    | { readonly kind: "list"; readonly items: readonly Expression[] }
    | { readonly kind: "variable"; readonly name: string }
    | { readonly kind: "unary"; readonly operator: string; readonly operand: Expression }
    | {
        readonly kind: "binary";
        readonly operator: string;
        readonly left: Expression;
        readonly right: Expression;
      }
    | {
        readonly kind: "conditional";
        readonly test: Expression;
        readonly yes: Expression;
        readonly no: Expression;
      }
    /** `object.key` or `object[key]`. In `object.key` the key is a literal. */
    | { readonly kind: "member"; readonly object: Expression; readonly key: Expression }
    | {
        readonly kind: "call";
        readonly object: Expression;
        readonly method: string;
        readonly parameters: readonly Expression[];
      }
  );

/** The expressions of one kind. */
export type ExpressionOf<K extends Expression["kind"]> = Extract<Expression, { readonly kind: K }>;
