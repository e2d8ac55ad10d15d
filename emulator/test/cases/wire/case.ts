/** A conversation over the wire protocol: what each side sends, and everything that must follow. */

import type { Json } from "../../../src/tree/json";

/** What is pushed to a client: action and body. */
export type Push = readonly [action: "d" | "m" | "rm" | "c" | "ac" | "sd", body: Json];

/** Server time of the tests, in Unix milliseconds. */
export const NOW = 1_700_000_000_000;

export interface Exchange {
  /** Who sends; "a" by default. Every name is a connection of its own, opened at its first use. */
  readonly as?: string;
  readonly send: readonly [action: string, body: Json];
  /** What the sender is pushed before the answer. */
  readonly pushed?: readonly Push[];
  /** Status and data of the answer; ok by default. */
  readonly answer?: readonly [status: string, data: Json];
  /** What the others are pushed, by name; nothing by default. */
  readonly others?: Readonly<Record<string, readonly Push[]>>;
}

/** Something that is no request. */
export interface Event {
  /** Whose connection closes. */
  readonly close?: string;
  /** Rules that are put in force. */
  readonly rules?: Json;
  /** What an admin writes over REST. */
  readonly write?: readonly [path: string, json: Json];
  readonly others?: Readonly<Record<string, readonly Push[]>>;
}

export interface WireCase {
  readonly name: string;
  /** What stands in the database before. */
  readonly given?: Json;
  /** The rules in force; without them everything is allowed. */
  readonly rules?: Json;
  readonly steps: readonly (Exchange | Event)[];
  /** What stands in the database afterwards, with priorities. */
  readonly after?: Json;
}

const SDK = "public client SDK (firebase-js-sdk, packages/database)";
const DOCS = "https://firebase.google.com/docs";

/** Where the behaviour of a section is documented, by the name in its heading. */
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
  own: "settled here; the documents are silent",
} as const;
