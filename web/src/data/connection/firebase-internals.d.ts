/**
 * Two functions that the parts of Firebase's SDK export for each other, without types. With them, the database connects
 * before the page loads the code of sign-ins.
 */

import type { FirebaseApp } from "firebase/app";
import type { Database } from "firebase/database";
import type { Tokens } from "./session-loading";

declare module "firebase/app" {
  /** Returns a part of the SDK that is loaded. */
  export function _getProvider(app: FirebaseApp, part: "auth-internal"): { getImmediate(): Tokens };
}

declare module "firebase/database" {
  /** Creates a database with these tokens instead of tokens of the app's own part for sign-ins. */
  export function _initStandalone(parts: {
    readonly app: FirebaseApp;
    /** Undefined: the project's URL. */
    readonly url: string | undefined;
    readonly version: string;
    readonly customAuthImpl: Tokens;
  }): Database;
}
