/** Tries the operations of the rules' tables through any interface of the database. */

import type { Json, Operation } from "../../cases/rules-matrix/case";

export type Attempt =
  /** `value` is the result of a read. */
  | { readonly outcome: "allowed"; readonly value?: Json }
  | { readonly outcome: "denied" }
  /** The query is refused because an index is missing. */
  | { readonly outcome: "unindexed" };

export interface RulesClient {
  /** Replaces all data by `data`, bypassing the rules. */
  reset(data: Json): Promise<void>;
  /** @param actor the actor's uid. Null if signed out */
  attempt(actor: string | null, operation: Operation): Promise<Attempt>;
  /** All data, priorities included, bypassing the rules. */
  snapshot(): Promise<Json>;
  close(): Promise<void>;
}
