/**
 * Connects to Firebase. Hosting names the project, in production and in the emulator. On the local stack, a header of the
 * same answer has the addresses of the emulators; it counts only for `demo-` projects, which no real project can be.
 */

import { initializeApp } from "firebase/app";
import type { FirebaseOptions } from "firebase/app";
import {
  browserLocalPersistence,
  connectAuthEmulator,
  indexedDBLocalPersistence,
  initializeAuth,
} from "firebase/auth";
import type { Auth } from "firebase/auth";
import { forceWebSockets, getDatabase } from "firebase/database";
import type { Database } from "firebase/database";

/** An account that the local stack added to the auth emulator. */
export interface DemoPerson {
  readonly displayName: string;
  readonly role: string;
  readonly email: string;
  readonly password: string;
}

export interface Backend {
  readonly auth: Auth;
  readonly database: Database;
  /** Without `/sensorData`, for the boards. */
  readonly functionsUrl: string;
  /** Undefined in production. */
  readonly demoPeople: readonly DemoPerson[] | undefined;
}

interface Emulators {
  readonly auth: string;
  /** With the instance: `http://127.0.0.1:9000?ns=demo-farm-default-rtdb`. */
  readonly database: string;
  readonly functions: string;
  readonly people: readonly DemoPerson[];
}

/** @throws Error when Hosting does not answer */
export async function connectBackend(): Promise<Backend> {
  const response = await fetch("/__/firebase/init.json");
  if (!response.ok) throw new Error(`/__/firebase/init.json answered ${response.status}`);
  const config = (await response.json()) as FirebaseOptions & { readonly projectId: string };
  const header = response.headers.get("X-Emulators");
  const emulators =
    config.projectId.startsWith("demo-") && header !== null
      ? (JSON.parse(decodeURIComponent(header)) as Emulators)
      : undefined;
  const app = initializeApp(config);
  const auth = initializeAuth(app, {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
  });
  if (emulators !== undefined) {
    connectAuthEmulator(auth, emulators.auth, { disableWarnings: true });
  }
  // The page's security policy forbids the scripts of the fallback.
  forceWebSockets();
  return {
    auth,
    database: getDatabase(app, emulators?.database),
    functionsUrl: emulators?.functions ?? productionFunctions(config.projectId),
    demoPeople: emulators?.people,
  };
}

function productionFunctions(projectId: string): string {
  return `https://${import.meta.env.VITE_FUNCTIONS_REGION}-${projectId}.cloudfunctions.net`;
}
