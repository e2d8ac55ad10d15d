/** Loads the parts of Firebase's SDK that the page uses, as a file of its own, and connects them to a project. */

import { initializeApp } from "firebase/app";
import { browserLocalPersistence, connectAuthEmulator, initializeAuth } from "firebase/auth";
import {
  endAt,
  endBefore,
  equalTo,
  forceWebSockets,
  get,
  getDatabase,
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
import { watchPerson } from "./session";

/** Everything that waits for the SDK starts now. */
export async function startFirebase({ options, emulators }: Backend): Promise<void> {
  const app = initializeApp(options);
  // With IndexedDB, a full device may lose a write that it has confirmed to the SDK, which then signs out. Without
  // localStorage the SDK keeps the sign-in in memory.
  const auth = initializeAuth(app, { persistence: browserLocalPersistence });
  if (emulators !== undefined) {
    connectAuthEmulator(auth, emulators.auth, { disableWarnings: true });
  }
  // The page's security policy forbids the scripts of the fallback.
  forceWebSockets();
  await provideSdk({
    ...{ auth, database: getDatabase(app, emulators?.database) },
    watchPerson: (listener) => watchPerson(auth, listener),
    ...{ endAt, endBefore, equalTo, get, goOffline, goOnline, limitToFirst, limitToLast },
    ...{ onChildAdded, onValue, orderByChild, orderByKey, query, ref, set, startAfter, startAt },
    update,
  });
}
