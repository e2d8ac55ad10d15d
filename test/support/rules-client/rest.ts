/** Runs the tables over REST, with unsigned tokens, which emulators accept. */

import type { Operation, Query } from "../../cases/rules-matrix/case";
import { FARMS } from "../../cases/rules-matrix/farms";
import { unsignedToken } from "rtdb-emulator/testing/unsigned-token";
import { openTestDatabase, RULES } from "../database";
import { foundIn } from "./client";
import type { Outcome, RulesClient } from "./client";
import { loadRules, reset, send } from "./requests";
import type { Answer, Request } from "./requests";

export async function openRestClient(): Promise<RulesClient> {
  const database = await openTestDatabase();
  await loadRules(database, RULES);
  return {
    reset: (given) => reset(database, FARMS, given),
    attempt: async (actor, operation) => {
      const token = actor === null ? {} : { token: unsignedToken(actor) };
      const answer = await send(database, { ...requestOf(operation), ...token });
      return outcomeOf(operation, answer);
    },
    close: () => database.close(),
  };
}

function requestOf(operation: Operation): Request {
  if ("read" in operation) {
    return { method: "GET", path: operation.read, search: searchOf(operation.query) };
  }
  if ("set" in operation) {
    return { method: "PUT", path: operation.set, body: JSON.stringify(operation.to) };
  }
  return { method: "PATCH", path: "", body: JSON.stringify(operation.update) };
}

/** The parameters of a query are JSON. */
function searchOf(query: Query | undefined): Record<string, string> {
  if (query === undefined) return {};
  const { orderByChild, ...rest } = query;
  return Object.fromEntries(
    Object.entries({ orderBy: orderByChild, ...rest }).map(([name, value]) => [
      name,
      JSON.stringify(value),
    ]),
  );
}

function outcomeOf(operation: Operation, { status, text }: Answer): Outcome {
  if (status === 200) return "read" in operation ? foundIn(JSON.parse(text)) : "allowed";
  if (status === 401 && text.includes("Permission denied")) return "denied";
  if (status === 400 && text.includes("Index not defined")) return "unindexed";
  throw new Error(`unexpected answer ${status}: ${text}`);
}
