/**
 * Gives access to Firebase's SDK. The page loads the SDK in parallel with the first view, which shows cached values.
 * Listeners start once the SDK is loaded. Only `firebase.ts` and `session.ts` import code of the SDK; other modules
 * import only its types.
 */

import type { FirebaseApp } from "firebase/app";
import type * as databaseSdk from "firebase/database";
import type { Database } from "firebase/database";

type DatabaseFunctions = Pick<
  typeof databaseSdk,
  | "endAt"
  | "endBefore"
  | "equalTo"
  | "get"
  | "goOffline"
  | "goOnline"
  | "limitToFirst"
  | "limitToLast"
  | "onChildAdded"
  | "onValue"
  | "orderByChild"
  | "orderByKey"
  | "query"
  | "ref"
  | "set"
  | "startAfter"
  | "startAt"
  | "update"
>;

export interface Sdk extends DatabaseFunctions {
  readonly app: FirebaseApp;
  /** The address of the emulator; undefined in production. */
  readonly authEmulator: string | undefined;
  readonly database: Database;
}

let loaded: Sdk | undefined;
const waiting = new Set<(sdk: Sdk) => void>();

export const sdkLoaded = new Promise<Sdk>((resolve) => waiting.add(resolve));

/** Starting a hundred listeners is slow on a phone. After this time, in milliseconds, the page handles input first. */
const MAX_BLOCKED_MS = 30;
/** When the first work of the current task started; undefined before it. */
let begunAt: number | undefined;

function isOverdue(): boolean {
  if (begunAt === undefined) {
    begunAt = performance.now();
    setTimeout(() => (begunAt = undefined));
  }
  return performance.now() - begunAt > MAX_BLOCKED_MS;
}

export async function provideSdk(sdk: Sdk): Promise<void> {
  loaded = sdk;
  await startWaiting(sdk);
}

async function startWaiting(sdk: Sdk): Promise<void> {
  for (const start of waiting) {
    if (isOverdue()) await new Promise((resolve) => setTimeout(resolve));
    // The caller may have stopped it in the meantime.
    if (waiting.delete(start)) start(sdk);
  }
}

/** Returns the SDK. For callers that run only with a connection or a signed-in person. */
export function sdkOf(): Sdk {
  if (loaded === undefined) throw new Error("Firebase's SDK is not loaded yet");
  return loaded;
}

/**
 * Starts work as soon as the SDK is loaded, but not more at once than the page has time for.
 * @param start returns a function that stops the work
 * @returns stops the work, or prevents the start
 */
export function withSdk(start: (sdk: Sdk) => () => void): () => void {
  const hasNone = waiting.size === 0;
  if (loaded !== undefined && hasNone && !isOverdue()) return start(loaded);
  let stop: (() => void) | undefined;
  const begin = (sdk: Sdk): void => void (stop = start(sdk));
  waiting.add(begin);
  if (loaded !== undefined && hasNone) void startWaiting(loaded);
  return () => {
    waiting.delete(begin);
    stop?.();
  };
}
