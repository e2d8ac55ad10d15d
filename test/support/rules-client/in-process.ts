/** Runs the tables without a connection. The embedded database also records the values of the rules' expressions. */

import { InProcessDatabase, triedOf } from "../../../emulator/src/in-process";
import type { Ruleset } from "../../../emulator/src/in-process";
import { rulesetOfFile } from "rtdb-emulator/testing/rulesets";
import type { Case, Operation } from "../../cases/rules-matrix/case";
import { FARMS, NOW_MS } from "../../cases/rules-matrix/farms";
import { RULES } from "../shipped-rules";
import { foundIn } from "./client";
import type { Outcome, RulesClient } from "./client";

export interface InProcessClient extends RulesClient {
  tried(): ReturnType<typeof triedOf>;
}

const SHIPPED = rulesetOfFile(RULES);
// The clock stands still, so that a slow machine does not change a result near a time limit.
const USUAL = InProcessDatabase.open({ ruleset: SHIPPED, data: FARMS, now: () => NOW_MS });

/** Returns the farms and the data of a row, with these rules. */
export function databaseOf(given: Case["given"], ruleset: Ruleset): InProcessDatabase {
  const database = USUAL.under(ruleset);
  if (given !== undefined) database.update(given, "admin");
  return database;
}

export function openInProcessClient(): InProcessClient {
  let database = databaseOf(undefined, SHIPPED);
  return {
    reset: (given) => {
      database = databaseOf(given, SHIPPED);
      return Promise.resolve();
    },
    attempt: (actor, operation) => Promise.resolve(attempt(database, actor, operation)),
    close: () => Promise.resolve(),
    tried: () => triedOf(SHIPPED),
  };
}

/** @param uid the actor's uid. Null if signed out */
export function attempt(
  database: InProcessDatabase,
  uid: string | null,
  operation: Operation,
): Outcome {
  const auth = uid === null ? null : { uid };
  if ("read" in operation) {
    const { orderByChild: orderBy, ...bounds } = operation.query ?? {};
    const query = orderBy === undefined ? undefined : { orderBy, ...bounds };
    const result = database.read(operation.read, query, auth);
    if (result.status === "denied") return "denied";
    return result.isIndexed ? foundIn(result.value) : "unindexed";
  }
  const status =
    "set" in operation
      ? database.set(operation.set, operation.to, auth)
      : database.update(operation.update, auth);
  if (status === "ok") return "allowed";
  if (status === "denied") return "denied";
  throw new Error(`not a row of a table: ${JSON.stringify(operation)}`);
}
