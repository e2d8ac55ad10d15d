/** Tries the operations of the rules' tables, over any interface of the database. */

import type { Json, Operation } from "../../cases/rules-matrix/case";

export type Attempt =
  /** `value` is what a read showed. */
  | { readonly outcome: "allowed"; readonly value?: Json }
  | { readonly outcome: "denied" }
  /** A query that is refused for want of an index; it shows nothing. */
  | { readonly outcome: "unindexed" };

export interface RulesClient {
  /** Replaces all data by `data`, bypassing the rules. */
  reset(data: Json): Promise<void>;
  /** @param actor the uid of who tries it; null is signed out */
  attempt(actor: string | null, operation: Operation): Promise<Attempt>;
  /** All data, priorities included, bypassing the rules. */
  snapshot(): Promise<Json>;
  close(): Promise<void>;
}
