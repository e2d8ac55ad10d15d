/**
 * Two functions that the parts of Firebase's SDK export for each other, without types. With them, the database is
 * connected before the code of sign-ins is loaded.
 */

import type { FirebaseApp } from "firebase/app";
import type { Database } from "firebase/database";
import type { Tokens } from "./session-loading";

declare module "firebase/app" {
  /** A part of the SDK that is loaded. */
  export function _getProvider(app: FirebaseApp, part: "auth-internal"): { getImmediate(): Tokens };
}

declare module "firebase/database" {
  /** A database with tokens from there, not from the app's own part for sign-ins. */
  export function _initStandalone(parts: {
    readonly app: FirebaseApp;
    /** Undefined: that of the project. */
    readonly url: string | undefined;
    readonly version: string;
    readonly customAuthImpl: Tokens;
  }): Database;
}
