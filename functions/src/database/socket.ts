/**
 * One socket to the database: an app of firebase-admin, which no other file uses. Each has limited privileges: the
 * rules authorize what it does as `auth.uid === "sensor-ingest"`.
 * Source: https://firebase.google.com/docs/database/admin/start#authenticate-with-limited-privileges
 */

import { setLogLevel, setUserLogHandler } from "@firebase/logger";
import { applicationDefault, deleteApp, initializeApp } from "firebase-admin/app";
import { getDatabase, type Reference } from "firebase-admin/database";

import { FUNCTIONS_UID } from "../../../domain/src/keys";
import type { Log } from "../log";
import { Unavailable, type Database, type Update } from "./database";

/** Sockets opened so far, by this process: each app needs a name of its own. */
let opened = 0;

/** A connection as the SDK offers it: an operation waits without limit, and is sent again after a reconnection. */
export interface Socket extends Omit<Database, "commitLarge"> {
  /** Closes the connection. The SDK drops what it has not sent; what it has sent to the network may still arrive. */
  close(): void;
}

/** Opens a socket, which connects by itself and reports each change between connected and not connected. */
export type OpenSocket = (onConnectionChange: (isConnected: boolean) => void) => Socket;

/**
 * @param databaseURL of the instance; the SDK itself looks for an emulator in FIREBASE_DATABASE_EMULATOR_HOST
 * @returns opens a socket; an app for each, because deleting the app is what drops unsent writes
 */
export function createOpenSocket(
  databaseURL: string,
  log: Pick<Log, "sdkWarning" | "unexpectedError">,
): OpenSocket {
  const credential = applicationDefault();
  logSdkWarnings(log);
  return (onConnectionChange) => {
    opened += 1;
    const app = initializeApp(
      { credential, databaseURL, databaseAuthVariableOverride: { uid: FUNCTIONS_UID } },
      `${databaseURL}-${opened}`,
    );
    const database = getDatabase(app);
    const root = database.ref();
    // The SDK itself answers this one: listening sends nothing.
    database.ref(".info/connected").on("value", (snapshot) => {
      onConnectionChange(snapshot.val() === true);
    });
    return {
      read: (path) => read(root, path),
      commit: (update) => commit(root, update),
      close: () => {
        database.goOffline();
        deleteApp(app).catch((error: unknown) => log.unexpectedError("database", error));
      },
    };
  };
}

/** One frame each way; `once()` would take two, because it listens and stops listening. */
async function read(root: Reference, path: string): Promise<unknown> {
  try {
    return (await root.child(path).get()).val();
  } catch (error) {
    // The SDK gives get() only the server's message, without a code.
    if (!(error instanceof Error && /permission.denied/i.test(error.message))) {
      throw new Unavailable("failed", "The database failed to read.", { cause: error });
    }
    // The rest of the path is what a client sent, which may be a key by mistake.
    const [collection = ""] = path.split("/");
    throw new Unavailable("denied", `The database's rules forbid reading ${collection}.`);
  }
}

async function commit(root: Reference, update: Update): Promise<"stored" | "denied"> {
  try {
    await root.update(update);
    return "stored";
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "PERMISSION_DENIED") return "denied";
    // Without a code it is the SDK's check of its arguments: a bug of ours.
    if (code === undefined) throw error;
    throw new Unavailable("failed", "The database failed to write.", { cause: error });
  }
}

/** The SDK prints its warnings, one for each denial. Denials are reported as outcomes; the rest goes into the log. */
function logSdkWarnings(log: Pick<Log, "sdkWarning">): void {
  setLogLevel("silent");
  setUserLogHandler(
    ({ message }) => {
      if (!/permission_denied/i.test(message)) log.sdkWarning(message);
    },
    { level: "warn" },
  );
}
