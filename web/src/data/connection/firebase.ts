/** Firebase's database, as a file of its own, connected to a project. The code of sign-ins is another: session.ts. */

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

/** Everything that waits for the SDK starts now. */
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
