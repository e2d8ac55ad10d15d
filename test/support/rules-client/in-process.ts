/** Runs the tables without a connection. The embedded database also records the values of the rules' expressions. */

import { InProcessDatabase, triedOf } from "../../../emulator/src/in-process";
import { rulesetOfFile } from "rtdb-emulator/testing/rulesets";
import type { Json, Operation } from "../../cases/rules-matrix/case";
import { NOW_MS } from "../../cases/rules-matrix/farms";
import { RULES } from "../database";
import type { Attempt, RulesClient } from "./client";

export interface InProcessClient extends RulesClient {
  tried(): ReturnType<typeof triedOf>;
}

export function openInProcessClient(): InProcessClient {
  const ruleset = rulesetOfFile(RULES);
  // The clock stands still, so that a slow machine does not change a result near a time limit.
  const databaseOf = (data: Json) => InProcessDatabase.open({ ruleset, data, now: () => NOW_MS });
  let database = databaseOf(null);
  return {
    reset: (data) => {
      database = databaseOf(data);
      return Promise.resolve();
    },
    attempt: (actor, operation) => Promise.resolve(attempt(database, actor, operation)),
    snapshot: () => Promise.resolve(database.data as Json),
    close: () => Promise.resolve(),
    tried: () => triedOf(ruleset),
  };
}

/** @param uid the actor's uid. Null if signed out */
export function attempt(
  database: InProcessDatabase,
  uid: string | null,
  operation: Operation,
): Attempt {
  const auth = uid === null ? null : { uid };
  if ("read" in operation) {
    const { orderByChild: orderBy, ...bounds } = operation.query ?? {};
    const query = orderBy === undefined ? undefined : { orderBy, ...bounds };
    const result = database.read(operation.read, query, auth);
    if (result.status === "denied") return { outcome: "denied" };
    return result.isIndexed
      ? { outcome: "allowed", value: result.value as Json }
      : { outcome: "unindexed" };
  }
  const status =
    "set" in operation
      ? database.set(operation.set, operation.to, auth)
      : database.update(operation.update, auth);
  if (status === "ok") return { outcome: "allowed" };
  if (status === "denied") return { outcome: "denied" };
  throw new Error(`not a row of a table: ${JSON.stringify(operation)}`);
}
