/**
 * The functions' socket to the database: the one place that uses firebase-admin. The app is a limited one: the rules
 * judge what it does as `auth.uid === "sensor-ingest"`.
 * Source: https://firebase.google.com/docs/database/admin/start#authenticate-with-limited-privileges
 */

import { setLogLevel, setUserLogHandler } from "@firebase/logger";
import { applicationDefault, deleteApp, initializeApp, type Credential } from "firebase-admin/app";
import { getDatabase } from "firebase-admin/database";

import type { Log } from "../log";
import { Unavailable, type CommitOutcome, type ReadOutcome, type Update } from "./database";
import type { OpenSocket } from "./link";
import { createRawSockets, withoutOwner } from "./raw-sockets";

/** Whom the database's rules know the functions as. */
const AUTH_UID = "sensor-ingest";

/** The platform's own. Where its tokens come from is no socket to the database. */
const credential: Credential = {
  getAccessToken: () => withoutOwner(() => applicationDefault().getAccessToken()),
};

/**
 * @param databaseURL of the instance; the SDK itself looks for an emulator in FIREBASE_DATABASE_EMULATOR_HOST
 * @returns how to open a socket, each with an app of its own: deleting it is what drops unsent writes
 */
export function createOpenSocket(
  databaseURL: string,
  log: Pick<Log, "sdkWarning" | "unexpectedError">,
): OpenSocket {
  let opened = 0;
  takeOverWarnings(log);
  return (onConnectionChange) => {
    opened += 1;
    const sockets = createRawSockets();
    const app = initializeApp(
      { credential, databaseURL, databaseAuthVariableOverride: { uid: AUTH_UID } },
      `${databaseURL}-${opened}`,
    );
    const database = sockets.within(() => getDatabase(app));
    const root = database.ref();
    // Known to the SDK itself: listening to it sends nothing.
    database.ref(".info/connected").on("value", (snapshot) => {
      onConnectionChange(snapshot.val() === true);
    });
    const goOffline = (): void => {
      database.goOffline();
      sockets.reset();
    };
    return {
      read: (path) => read(root.child(path)),
      commit: (update) => commit(root, update),
      goOnline: () => sockets.within(() => database.goOnline()),
      goOffline,
      close: () => {
        goOffline();
        deleteApp(app).catch((error: unknown) => log.unexpectedError("database", error));
      },
      heard: () => sockets.heard(),
    };
  };
}

type Reference = ReturnType<ReturnType<typeof getDatabase>["ref"]>;

/** One frame each way; `once()` would take two, for it listens and stops listening. */
async function read(reference: Reference): Promise<ReadOutcome> {
  try {
    const snapshot = await reference.get();
    return { outcome: "read", value: snapshot.val() };
  } catch (error) {
    // The SDK gives get() the server's sentence alone.
    if (error instanceof Error && /permission.denied/i.test(error.message)) {
      return { outcome: "denied" };
    }
    throw new Unavailable("failed", "The database failed to read.", { cause: error });
  }
}

async function commit(root: Reference, update: Update): Promise<CommitOutcome> {
  try {
    await root.child(update.place).update(update.values);
    return "stored";
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "PERMISSION_DENIED") return "denied";
    // Without a code it is the SDK's check of its arguments: a bug of ours.
    if (code === undefined) throw error;
    throw new Unavailable("failed", "The database failed to write.", { cause: error });
  }
}

/** The SDK prints its warnings, one for each denial. Denials are told otherwise; the rest goes into the log. */
function takeOverWarnings(log: Pick<Log, "sdkWarning">): void {
  setLogLevel("silent");
  setUserLogHandler(
    ({ message }) => {
      if (!/permission_denied/i.test(message)) log.sdkWarning(message);
    },
    { level: "warn" },
  );
}
