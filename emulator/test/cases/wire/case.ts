/** A conversation over the wire protocol: the messages of both sides and the data afterwards. */

import type { Json } from "../../../src/tree/json";

/** A push to a client: action and body. */
export type Push = readonly [action: "d" | "m" | "rm" | "c" | "ac" | "sd", body: Json];

/** Server time of the tests, in Unix milliseconds. */
export const NOW = 1_700_000_000_000;

export interface Exchange {
  /** The sender; "a" by default. Each name is a separate connection, opened at its first use. */
  readonly as?: string;
  readonly send: readonly [action: string, body: Json];
  /** Pushes to the sender before the answer. */
  readonly pushed?: readonly Push[];
  /** Status and data of the answer; ok by default. */
  readonly answer?: readonly [status: string, data: Json];
  /** Pushes to the other connections, by name. */
  readonly others?: Readonly<Record<string, readonly Push[]>>;
}

/** An event that is not a request. */
export interface Event {
  /** The name of the connection that closes. */
  readonly close?: string;
  /** New rules. */
  readonly rules?: Json;
  /** A write of an admin over REST. */
  readonly write?: readonly [path: string, json: Json];
  readonly others?: Readonly<Record<string, readonly Push[]>>;
}

export interface WireCase {
  readonly name: string;
  /** The data before. */
  readonly given?: Json;
  /** The rules. Without rules everything is allowed. */
  readonly rules?: Json;
  readonly steps: readonly (Exchange | Event)[];
  /** The data afterwards, with priorities. */
  readonly after?: Json;
}

const SDK = "public client SDK (firebase-js-sdk, packages/database)";
const DOCS = "https://firebase.google.com/docs";

/** Sources of the expected behaviour, by the name in a section's heading. */
export const SOURCES = {
  connection: `${SDK}: core/PersistentConnection`,
  syncTree: `${SDK}: core/SyncTree`,
  views: `${SDK}: core/view/ViewProcessor`,
  parameters: `${SDK}: core/view/QueryParams`,
  transaction: `${SDK}: core/Repo (transactions), core/snap (hash)`,
  arrays: "https://firebase.blog/posts/2014/04/best-practices-arrays-in-firebase",
  serverValues: `${SDK}: core/util/ServerValues`,
  liveTests: `${SDK.replace("database)", "database-compat)")}: test/`,
  android: "public client SDK (firebase-android-sdk, firebase-database): PersistentConnectionImpl",
  cache: "public client SDKs (firebase-android-sdk, firebase-ios-sdk): CompoundHash, RangeMerge",
  structure: `${DOCS}/database/web/structure-data`,
  lists: `${DOCS}/database/web/lists-of-data`,
  ordering: `${DOCS}/database/web/lists-of-data#data-order`,
  readAndWrite: `${DOCS}/database/web/read-and-write`,
  onDisconnect: `${DOCS}/reference/js/database.ondisconnect`,
  waitingWrites: `${SDK}: core/SparseSnapshotTree`,
  captured:
    "results of the hosted service, captured in davideast/pyric, packages/conformance/observations",
  rules: `${DOCS}/database/security/core-syntax`,
  queryRules: `${DOCS}/database/security/rules-conditions#query-based_rules`,
  indexing: `${DOCS}/database/security/indexing-data`,
  limits: `${DOCS}/database/usage/limits`,
  adminAuth: `${DOCS}/database/admin/start#authenticate-with-limited-privileges`,
  mockToken: `${DOCS}/reference/js/database#connectdatabaseemulator`,
  measured: "measured by running the SDKs",
  own: "not documented; decided here",
} as const;
