/** Runs the tables through the web SDK, which @firebase/rules-unit-testing sets up. */

import { initializeTestEnvironment } from "@firebase/rules-unit-testing";
import type { RulesTestEnvironment } from "@firebase/rules-unit-testing";
import { setLogLevel } from "firebase/app";
import type firebase from "firebase/compat/app";
import type { Json, Operation } from "../../cases/rules-matrix/case";
import { openTestDatabase, RULES } from "../database";
import type { Attempt, RulesClient } from "./client";
import { reset, snapshot } from "./requests";

type SdkDatabase = firebase.database.Database;

export async function openWebSdkClient(): Promise<RulesClient> {
  // The SDK warns about every denial, and most rows are denials.
  setLogLevel("silent");
  const database = await openTestDatabase();
  const environment = await initializeTestEnvironment({
    // The environment also uses this as the namespace.
    projectId: database.namespace,
    database: { host: database.host, port: database.port, rules: RULES },
  });
  const actors = new Map<string | null, SdkDatabase>();
  return {
    reset: (data) => reset(database, data),
    attempt: (actor, operation) => {
      const sdk = actors.get(actor) ?? contextOf(environment, actor).database();
      actors.set(actor, sdk);
      return attempt(sdk, operation);
    },
    snapshot: () => snapshot(database),
    close: async () => {
      await environment.cleanup();
      await database.close();
    },
  };
}

function contextOf(environment: RulesTestEnvironment, actor: string | null) {
  return actor === null
    ? environment.unauthenticatedContext()
    : environment.authenticatedContext(actor);
}

async function attempt(sdk: SdkDatabase, operation: Operation): Promise<Attempt> {
  try {
    if ("read" in operation) {
      const snapshot = await referenceOf(sdk, operation).get();
      return { outcome: "allowed", value: snapshot.val() as Json };
    }
    await write(sdk, operation);
    return { outcome: "allowed" };
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    if (code === "PERMISSION_DENIED" || message === "Permission denied") {
      return { outcome: "denied" };
    }
    if (message.startsWith("Index not defined")) return { outcome: "unindexed" };
    throw error;
  }
}

const PRIORITY = /^(?:(.*)\/)?\.priority$/;

async function write(sdk: SdkDatabase, operation: Exclude<Operation, { read: string }>) {
  if ("update" in operation) {
    await sdk.ref().update(operation.update);
    return;
  }
  const { set: path, to } = operation;
  const prioritized = PRIORITY.exec(path);
  if (prioritized === null) await sdk.ref(path || "/").set(to);
  else await sdk.ref(prioritized[1] ?? "/").setPriority(to as number, () => undefined);
}

function referenceOf(sdk: SdkDatabase, { read, query }: Extract<Operation, { read: string }>) {
  const reference = sdk.ref(read || "/");
  if (query === undefined) return reference;
  let ordered =
    query.orderByChild === "$key"
      ? reference.orderByKey()
      : reference.orderByChild(query.orderByChild);
  if (query.equalTo !== undefined) ordered = ordered.equalTo(query.equalTo);
  if (query.startAt !== undefined) ordered = ordered.startAt(query.startAt);
  if (query.endAt !== undefined) ordered = ordered.endAt(query.endAt);
  if (query.limitToFirst !== undefined) ordered = ordered.limitToFirst(query.limitToFirst);
  if (query.limitToLast !== undefined) ordered = ordered.limitToLast(query.limitToLast);
  return ordered;
}
