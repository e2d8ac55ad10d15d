/** Tries the operations of the rules' tables through any interface of the database. */

import type { Case, Operation } from "../../cases/rules-matrix/case";

/** `nothing`: an allowed read without a result. `unindexed`: the query is refused because an index is missing. */
export type Outcome = "allowed" | "nothing" | "denied" | "unindexed";

export interface RulesClient {
  /** Restores the farms, and adds the data of a row, bypassing the rules. */
  reset(given: Case["given"]): Promise<void>;
  /** @param actor the actor's uid. Null if signed out */
  attempt(actor: string | null, operation: Operation): Promise<Outcome>;
  close(): Promise<void>;
}

/** Returns the outcome of an allowed read. REST answers a query without results with `{}`. */
export function foundIn(value: unknown): Outcome {
  return value === null || JSON.stringify(value) === "{}" ? "nothing" : "allowed";
}
