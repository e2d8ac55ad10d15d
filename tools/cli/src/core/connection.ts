/**
 * Uses firebase-admin, as the only file: databases as the administrator or, with limited privileges, as a user under
 * the rules, and the accounts of Firebase Authentication.
 * Source: https://firebase.google.com/docs/database/admin/start#authenticate-with-limited-privileges
 */

import { setLogLevel } from "@firebase/logger";
import type { KeyRange } from "@greenhouse/domain/identity/key-range";
import type { App, Credential } from "firebase-admin/app";
import type { Database as AdminDatabase, Query } from "firebase-admin/database";
import { findAddresses, findPerson } from "../farm/accounts";
import type { Accounts } from "../farm/accounts";
import { entriesOf } from "@greenhouse/domain/stored";
import type {
  Child,
  Connections,
  CreateOutcome,
  Database,
  Json,
  ReadOutcome,
  ReplaceOutcome,
  WatchListener,
  WriteOutcome,
} from "./database";
import { failed, unreachable } from "./failure";
import { requireReachable, withDeadline } from "./reachable";
import type { Target } from "./target";

/** Time limit for one answer of the database. */
const DEADLINE_MS = 15_000;

const DENIED = /permission.denied/i;

/**
 * The emulators accept this token as the administrator's, so no real credential is ever sent to
 * them.
 */
const EMULATOR_CREDENTIAL: Credential = {
  getAccessToken: () => Promise.resolve({ access_token: "owner", expires_in: 3600 }),
};

/** The SDK needs a different name for each app of the process. */
let appCount = 0;

export function createConnections(target: Target): Connections {
  const apps: App[] = [];
  pointSdk(target);

  const openApp = async (asUid?: string): Promise<App> => {
    const { applicationDefault, initializeApp } = await import("firebase-admin/app");
    const { projectId, databaseURL } = { ...target, databaseURL: target.databaseUrl };
    const app = initializeApp(
      {
        projectId,
        databaseURL,
        credential: target.kind === "project" ? applicationDefault() : EMULATOR_CREDENTIAL,
        ...(asUid !== undefined && { databaseAuthVariableOverride: { uid: asUid } }),
      },
      `farm-${(appCount += 1)}`,
    );
    apps.push(app);
    return app;
  };

  const anyApp = async (): Promise<App> => apps[0] ?? (await openApp());

  const openAccounts = async (): Promise<Accounts> => {
    const { getAuth } = await import("firebase-admin/auth");
    return getAuth(await anyApp());
  };

  return {
    open: async (asUid) => {
      const app = await openApp(asUid);
      await requireReachable(target, async () => app.options.credential?.getAccessToken());
      const { getDatabase } = await import("firebase-admin/database");
      // The SDK would print a warning for each denial. This silences only loggers that exist
      // already.
      setLogLevel("silent");
      const database = getDatabase(app);
      await untilConnected(database, target);
      return wrap(database, target);
    },
    findPerson: async (email) => findPerson(await openAccounts(), email, target),
    findAddresses: async (uids) => findAddresses(await openAccounts(), uids),
    accessToken: async () => {
      const { credential } = (await anyApp()).options;
      const token = credential?.getAccessToken() ?? EMULATOR_CREDENTIAL.getAccessToken();
      return (await token).access_token;
    },
    close: async () => {
      const { deleteApp } = await import("firebase-admin/app");
      await Promise.all(apps.splice(0).map((app) => deleteApp(app)));
    },
  };
}

/**
 * Sets the process's environment, where the SDK looks for emulators and nowhere else. A real
 * project is never mistaken for an emulator, nor an emulator for a real project.
 */
function pointSdk(target: Target): void {
  if (target.kind === "emulators") {
    process.env["FIREBASE_DATABASE_EMULATOR_HOST"] = target.databaseAddress;
    process.env["FIREBASE_AUTH_EMULATOR_HOST"] = target.authAddress;
  } else {
    delete process.env["FIREBASE_DATABASE_EMULATOR_HOST"];
    delete process.env["FIREBASE_AUTH_EMULATOR_HOST"];
  }
}

async function untilConnected(database: AdminDatabase, target: Target): Promise<void> {
  const connected = new Promise<void>((resolve) => {
    const reference = database.ref(".info/connected");
    const listener = reference.on("value", (snapshot) => {
      if (snapshot.val() !== true) return;
      reference.off("value", listener);
      resolve();
    });
  });
  await withDeadline(connected, DEADLINE_MS, () => timedOut(target));
}

function timedOut(target: Target): Error {
  return unreachable(
    `The database at ${target.databaseUrl} gave no answer within ${DEADLINE_MS / 1000} s.`,
    target.kind === "emulators"
      ? "Is `npm start` listening there?"
      : "Check --database-url, and that these credentials may use the project.",
  );
}

function childrenOf(value: Json): readonly Child[] {
  return entriesOf(value) as readonly Child[];
}

function wrap(database: AdminDatabase, target: Target): Database {
  const within = <T>(work: Promise<T>): Promise<T> =>
    withDeadline(work, DEADLINE_MS, () => timedOut(target));
  const tryRead = (path: string): Promise<ReadOutcome> => within(get(database.ref(path)));
  const read = async (query: Query): Promise<Json> => {
    const result = await within(get(query));
    if (result.outcome === "read") return result.value;
    throw failed("The database's rules denied the read.", "`farm doctor` checks the rules.");
  };
  const readAll = async (query: Query): Promise<Readonly<Record<string, Json>>> =>
    Object.fromEntries(childrenOf(await read(query)));
  return {
    tryRead,
    read: (path) => read(database.ref(path)),
    find: (path, field, value) => readAll(database.ref(path).orderByChild(field).equalTo(value)),
    findHighest: (path, field, limit) =>
      readAll(database.ref(path).orderByChild(field).limitToLast(limit)),
    readPage: async (path, range, limit) =>
      childrenOf(await read(inRange(database.ref(path), range).limitToFirst(limit))),
    readLastPage: async (path, range, limit) =>
      childrenOf(await read(inRange(database.ref(path), range).limitToLast(limit))),
    update: (values) => within(update(database, values)),
    create: (path, value) => within(create(database, path, value)),
    replace: (path, expected, value) => within(replace(database, path, expected, value)),
    watch: (path, range, listener) => watch(inRange(database.ref(path), range), listener),
    readRules: () => within(database.getRules()),
    clockOffset: async () => {
      const snapshot = await within(database.ref(".info/serverTimeOffset").once("value"));
      return Number(snapshot.val());
    },
  };
}

async function get(query: Query): Promise<ReadOutcome> {
  const snapshot = await orDenied(query.get());
  return snapshot === "denied"
    ? { outcome: "denied" }
    : { outcome: "read", value: snapshot.val() as Json };
}

async function update(
  database: AdminDatabase,
  values: Readonly<Record<string, Json>>,
): Promise<WriteOutcome> {
  const outcome = await orDenied(database.ref().update(values));
  return outcome === "denied" ? "denied" : "stored";
}

async function create(database: AdminDatabase, path: string, value: Json): Promise<CreateOutcome> {
  const result = await transact(database, path, (present) =>
    present === null ? value : undefined,
  );
  if (result === "denied") return "denied";
  return result.committed ? "created" : "exists";
}

async function replace(
  database: AdminDatabase,
  path: string,
  expected: Json,
  value: Json,
): Promise<ReplaceOutcome> {
  const result = await transact(database, path, (present) => {
    // The value may come from our own write whose acknowledgement was lost.
    if (present === expected || present === value) return value;
    // Null may mean that the value is not loaded yet: the server then calls again with the stored
    // value.
    return present === null ? null : undefined;
  });
  if (result === "denied") return "denied";
  return result.committed && result.snapshot.val() === value ? "replaced" : "changed";
}

function transact(
  database: AdminDatabase,
  path: string,
  change: (present: Json) => Json | undefined,
) {
  return orDenied(database.ref(path).transaction(change, undefined, false));
}

async function orDenied<T>(work: Promise<T>): Promise<T | "denied"> {
  try {
    return await work;
  } catch (error) {
    if (isDenial(error)) return "denied";
    throw error;
  }
}

function watch(query: Query, { onChild, onReady, onLost }: WatchListener): () => void {
  query.on(
    "child_added",
    (snapshot) => onChild(snapshot.key ?? "", snapshot.val() as Json),
    onLost,
  );
  // The value arrives after all existing children.
  void query.once("value").then(() => onReady?.(), onLost);
  return () => query.off();
}

function inRange(query: Query, { from, after, before }: KeyRange): Query {
  let limited = query.orderByKey();
  if (from !== undefined) limited = limited.startAt(from);
  if (after !== undefined) limited = limited.startAfter(after);
  return before === undefined ? limited : limited.endBefore(before);
}

function isDenial(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return DENIED.test(error.message) || ("code" in error && error.code === "PERMISSION_DENIED");
}
