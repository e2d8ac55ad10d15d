/** What a query asks for, and its two spellings: on the wire and in the parameters of a REST request. */

import type { Scalar } from "../tree/node";
import { MAX_KEY, MIN_KEY } from "../tree/order";
import { BY_PRIORITY } from "./index";
import type { Index } from "./index";

/**
 * One end of a range. Ordered by key, `value` is null and `key` is the bound itself; otherwise `key` decides among
 * children of the same value and is MIN_KEY or MAX_KEY where the query names none.
 */
export interface Bound {
  readonly value: Scalar | null;
  readonly key: string;
  readonly isInclusive: boolean;
}

export interface QueryParams {
  readonly index: Index;
  readonly start?: Bound;
  readonly end?: Bound;
  /** How many children at most, and from which side. */
  readonly limit?: { readonly count: number; readonly from: "first" | "last" };
}

/** Everything: a plain read or listen. */
export const ALL: QueryParams = { index: BY_PRIORITY };

/** Whether the query shows a part of the children only. (An order alone does not.) */
export function isFiltered(params: QueryParams): boolean {
  return params.start !== undefined || params.end !== undefined || params.limit !== undefined;
}

/** The key that a bound without a key stands for. */
export function openKey(edge: "start" | "end", isInclusive: boolean): string {
  return (edge === "start") === isInclusive ? MIN_KEY : MAX_KEY;
}
