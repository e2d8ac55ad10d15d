/** Firebase's database in a separate file, connected to a project. session.ts has the code of sign-ins. */

import { initializeApp, SDK_VERSION } from "firebase/app";
import {
  _initStandalone,
  endAt,
  endBefore,
  equalTo,
  forceWebSockets,
  get,
  goOffline,
  goOnline,
  limitToFirst,
  limitToLast,
  onChildAdded,
  onValue,
  orderByChild,
  orderByKey,
  query,
  ref,
  set,
  startAfter,
  startAt,
  update,
} from "firebase/database";
import type { Backend } from "./backend";
import { provideSdk } from "./sdk";
import type { Tokens } from "./session-loading";

/** Starts everything that waits for the SDK. */
export async function startFirebase(
  { options, emulators }: Backend,
  customAuthImpl: Tokens,
): Promise<void> {
  const app = initializeApp(options);
  // The page's security policy forbids the scripts of the fallback.
  forceWebSockets();
  const url = emulators?.database;
  const database = _initStandalone({ app, url, version: SDK_VERSION, customAuthImpl });
  await provideSdk({
    app,
    authEmulator: emulators?.auth,
    database,
    endAt,
    endBefore,
    equalTo,
    get,
    goOffline,
    goOnline,
    limitToFirst,
    limitToLast,
    onChildAdded,
    onValue,
    orderByChild,
    orderByKey,
    query,
    ref,
    set,
    startAfter,
    startAt,
    update,
  });
}
