/** The tree of a regular expression. */

import type { UnitSet } from "./unit-set";

export type PatternNode =
  | { readonly kind: "set"; readonly set: UnitSet }
  | { readonly kind: "sequence"; readonly items: readonly PatternNode[] }
  | { readonly kind: "choice"; readonly branches: readonly PatternNode[] }
  | {
      readonly kind: "repeat";
      readonly item: PatternNode;
      readonly least: number;
      /** Infinity for no limit. */
      readonly most: number;
    };
