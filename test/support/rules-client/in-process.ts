/**
 * The tables without a connection: the embedded database itself. A read shows what a listener gets, before an SDK
 * filters it, and the database knows the values of the rules' expressions.
 */

import { Database } from "../../../emulator/src/database";
import { NOBODY } from "../../../emulator/src/database/actor";
import type { Actor } from "../../../emulator/src/database/actor";
import type { Write } from "../../../emulator/src/database/write";
import { ALL, parseWireQuery } from "../../../emulator/src/query/params";
import type { QueryParams } from "../../../emulator/src/query/params";
import { compileRules, formatProblem } from "../../../emulator/src/rules/ruleset";
import type { RuleCoverage, Ruleset } from "../../../emulator/src/rules/ruleset";
import { nodeFromJson, nodeToJson } from "../../../emulator/src/tree/json";
import { parsePath } from "../../../emulator/src/tree/path";
import type { Json, Operation, Query } from "../../cases/rules-matrix/case";
import { NOW_MS } from "../../cases/rules-matrix/farms";
import { RULES } from "../database";
import type { Attempt, RulesClient } from "./client";

export interface InProcessClient extends RulesClient {
  coverage(): readonly RuleCoverage[];
}

export function openInProcessClient(): InProcessClient {
  const compiled = compileRules(RULES);
  if (!compiled.ok) throw new Error(compiled.problems.map(formatProblem).join("\n"));
  const { ruleset } = compiled;
  let database = databaseOf(ruleset, null);
  return {
    reset: (data) => {
      database = databaseOf(ruleset, data);
      return Promise.resolve();
    },
    attempt: (actor, operation) => Promise.resolve(attempt(database, actor, operation)),
    snapshot: () => Promise.resolve(nodeToJson(database.snapshot, true) as Json),
    close: () => Promise.resolve(),
    coverage: () => ruleset.coverage(),
  };
}

function databaseOf(ruleset: Ruleset, data: Json): Database {
  // The time of the tables stands still, so that a slow machine changes no result near a time limit.
  return new Database({ now: () => NOW_MS, ruleset, root: nodeFromJson(data, NOW_MS) });
}

/** @param uid of who tries it; null is signed out */
export function attempt(database: Database, uid: string | null, operation: Operation): Attempt {
  const actor = actorOf(uid);
  if ("read" in operation) {
    return listenOnce(database, actor, parsePath(operation.read), paramsOf(operation.query));
  }
  const result = database.commit(writeOf(operation), { actor });
  switch (result.status) {
    case "ok":
      return { outcome: "allowed" };
    case "denied":
      return { outcome: "denied" };
    case "invalid":
    case "stale":
      throw new Error(`an operation that is no row of a table: ${JSON.stringify(operation)}`);
  }
}

function actorOf(uid: string | null): Actor {
  return uid === null ? NOBODY : { isAdmin: false, auth: { uid } };
}

function listenOnce(
  database: Database,
  actor: Actor,
  path: readonly string[],
  params: QueryParams,
): Attempt {
  const nobody = { onChange: () => undefined, onRevoked: () => undefined };
  const result = database.listen(path, params, actor, nobody);
  if (result.status === "denied") return { outcome: "denied" };
  const { listening } = result;
  listening.stop();
  if (listening.missingIndex !== undefined) return { outcome: "unindexed" };
  return { outcome: "allowed", value: nodeToJson(listening.node) as Json };
}

function writeOf(operation: Exclude<Operation, { read: string }>): Write {
  return "set" in operation
    ? { kind: "set", path: parsePath(operation.set), value: operation.to }
    : { kind: "merge", path: [], children: operation.update };
}

/** As the web SDK spells a query on the wire. */
function paramsOf(query: Query | undefined): QueryParams {
  if (query === undefined) return ALL;
  const { orderByChild, equalTo, startAt = equalTo, endAt = equalTo } = query;
  const { limitToFirst, limitToLast } = query;
  const parsed = parseWireQuery({
    i: orderByChild === "$key" ? ".key" : orderByChild,
    ...(startAt !== undefined && { sp: startAt }),
    ...(endAt !== undefined && { ep: endAt }),
    ...(limitToFirst !== undefined && { l: limitToFirst, vf: "l" }),
    ...(limitToLast !== undefined && { l: limitToLast, vf: "r" }),
  });
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.params;
}
