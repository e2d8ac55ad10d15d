/**
 * The one place that uses firebase-admin: databases as the administrator or, with limited privileges, as somebody whom
 * the rules judge, and the people who sign in.
 * Source: https://firebase.google.com/docs/database/admin/start#authenticate-with-limited-privileges
 */

import { setLogLevel } from "@firebase/logger";
import type { App, Credential } from "firebase-admin/app";
import type { Auth } from "firebase-admin/auth";
import type { Database as AdminDatabase, Query } from "firebase-admin/database";
import { childrenOf } from "./database";
import type {
  Connections,
  CreateOutcome,
  Database,
  Json,
  KeyRange,
  Person,
  ReadOutcome,
  ReplaceOutcome,
  WatchListener,
  WriteOutcome,
} from "./database";
import { failed, misused, unreachable } from "./failure";
import { atHand, withDeadline } from "./reach";
import type { Target } from "./target";

/** How long the database may take for one answer, in milliseconds. */
const DEADLINE_MS = 15_000;

const DENIED = /permission.denied/i;

/** What the emulators take for the administrator's token: no real credential ever goes there. */
const EMULATOR_CREDENTIAL: Credential = {
  getAccessToken: () => Promise.resolve({ access_token: "owner", expires_in: 3600 }),
};

/** @param env the process's environment: the SDK looks for emulators there, and nowhere else */
export function createConnections(target: Target, env: NodeJS.ProcessEnv): Connections {
  const apps: App[] = [];
  pointSdk(target, env);

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
      `farm-${apps.length} ${databaseURL}`,
    );
    apps.push(app);
    return app;
  };

  return {
    open: async (asUid) => {
      const app = await openApp(asUid);
      await atHand(target, () => accessToken(app));
      const { getDatabase } = await import("firebase-admin/database");
      // It prints a warning for each denial and each lost connection, which are reported otherwise. Only loggers that
      // are there already become silent.
      setLogLevel("silent");
      const database = getDatabase(app);
      await untilConnected(database, target);
      return wrap(database, target);
    },
    findPerson: async (email) => {
      const { getAuth } = await import("firebase-admin/auth");
      return findPerson(getAuth(apps[0] ?? (await openApp())), email, target);
    },
    close: async () => {
      const { deleteApp } = await import("firebase-admin/app");
      await Promise.all(apps.splice(0).map((app) => deleteApp(app)));
    },
  };
}

/** A real project is never mistaken for an emulator, nor the other way round. */
function pointSdk(target: Target, env: NodeJS.ProcessEnv): void {
  if (target.kind === "emulators") {
    env["FIREBASE_DATABASE_EMULATOR_HOST"] = target.databaseAddress;
    env["FIREBASE_AUTH_EMULATOR_HOST"] = target.authAddress;
  } else {
    delete env["FIREBASE_DATABASE_EMULATOR_HOST"];
    delete env["FIREBASE_AUTH_EMULATOR_HOST"];
  }
}

async function accessToken(app: App): Promise<void> {
  await app.options.credential?.getAccessToken();
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
  await withDeadline(connected, DEADLINE_MS, () => silent(target));
}

function silent(target: Target): Error {
  return unreachable(
    `The database at ${target.databaseUrl} gave no answer within ${DEADLINE_MS / 1000} s.`,
    target.kind === "emulators"
      ? "Is it `npm start` that listens there?"
      : "Check --database-url, and that these credentials may use the project.",
  );
}

function wrap(database: AdminDatabase, target: Target): Database {
  const within = <T>(work: Promise<T>): Promise<T> =>
    withDeadline(work, DEADLINE_MS, () => silent(target));
  const tryRead = (path: string): Promise<ReadOutcome> => within(get(database.ref(path)));
  const read = async (query: Query): Promise<Json> => {
    const result = await within(get(query));
    if (result.outcome === "read") return result.value;
    throw failed("The database's rules refused to be read.", "`farm doctor` says what is wrong.");
  };
  return {
    tryRead,
    read: (path) => read(database.ref(path)),
    find: async (path, field, value) => {
      const found = await read(database.ref(path).orderByChild(field).equalTo(value));
      return Object.fromEntries(childrenOf(found));
    },
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
  try {
    const snapshot = await query.get();
    return { outcome: "read", value: snapshot.val() as Json };
  } catch (error) {
    if (isDenial(error)) return { outcome: "denied" };
    throw error;
  }
}

async function update(
  database: AdminDatabase,
  values: Readonly<Record<string, Json>>,
): Promise<WriteOutcome> {
  try {
    await database.ref().update(values);
    return "stored";
  } catch (error) {
    if (isDenial(error)) return "denied";
    throw error;
  }
}

async function create(database: AdminDatabase, path: string, value: Json): Promise<CreateOutcome> {
  try {
    const { committed } = await database
      .ref(path)
      .transaction((present: Json) => (present === null ? value : undefined), undefined, false);
    return committed ? "created" : "exists";
  } catch (error) {
    if (isDenial(error)) return "denied";
    throw error;
  }
}

async function replace(
  database: AdminDatabase,
  path: string,
  expected: Json,
  value: Json,
): Promise<ReplaceOutcome> {
  try {
    const { committed, snapshot } = await database.ref(path).transaction(
      (present: Json) => {
        // What stands there already may be our own write, whose acknowledgement was lost.
        if (present === expected || present === value) return value;
        // Null may only mean that nothing is known yet: the server has the last word.
        return present === null ? null : undefined;
      },
      undefined,
      false,
    );
    return committed && snapshot.val() === value ? "replaced" : "changed";
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
  // It comes when every child has been told.
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

async function findPerson(auth: Auth, email: string, target: Target): Promise<Person | undefined> {
  try {
    const { uid, email: address } = await auth.getUserByEmail(email);
    return { uid, email: address };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "auth/user-not-found") return undefined;
    if (code === "auth/invalid-email") throw misused(`${email} is no email address.`);
    const where = target.kind === "emulators" ? target.authAddress : target.projectId;
    throw unreachable(
      `Firebase Authentication of ${where} cannot be asked who ${email} is.`,
      target.kind === "emulators"
        ? "Start it with `npm start`, or give the uid in place of the address."
        : "Check that these credentials may read its users, or give the uid in place of the address.",
      error,
    );
  }
}
