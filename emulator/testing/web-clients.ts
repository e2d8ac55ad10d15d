/** Opens clients of the web SDK. Each has its own connection, which is closed after the test. */

import { randomUUID } from "node:crypto";
import { deleteApp, initializeApp, setLogLevel } from "firebase/app";
import type { FirebaseApp } from "firebase/app";
import { connectDatabaseEmulator, getDatabase } from "firebase/database";
import type { Database } from "firebase/database";
import type { TestEmulator } from "./emulator";

/** The claims of a signed-in client. */
export interface WebUser {
  readonly sub: string;
  readonly [claim: string]: unknown;
}

/** Call this once in a `describe` or a file. @returns a function that opens a client */
export function useWebClients(
  emulator: Pick<TestEmulator, "host" | "port">,
): (namespace: string, user?: WebUser) => Database {
  const apps: FirebaseApp[] = [];
  // The SDK logs a warning for every denial.
  beforeAll(() => setLogLevel("silent"));
  afterEach(async () => {
    await Promise.all(apps.splice(0).map((app) => deleteApp(app)));
  });
  return (namespace, user) => {
    const app = initializeApp({ projectId: "demo" }, randomUUID());
    apps.push(app);
    const database = getDatabase(app, `https://${namespace}.firebaseio.com`);
    const { host, port } = emulator;
    connectDatabaseEmulator(database, host, port, user && { mockUserToken: user });
    return database;
  };
}
