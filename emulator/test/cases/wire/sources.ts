/** Sources of the expected behaviour, by the name in a section's heading. */

const SDK = "public client SDK (firebase-js-sdk, packages/database)";
const DOCS = "https://firebase.google.com/docs";

export const SOURCES = {
  connection: `${SDK}: core/PersistentConnection`,
  syncTree: `${SDK}: core/SyncTree`,
  views: `${SDK}: core/view/ViewProcessor`,
  parameters: `${SDK}: core/view/QueryParams`,
  transaction: `${SDK}: core/Repo (transactions), core/snap (hash)`,
  serverValues: `${SDK}: core/util/ServerValues`,
  liveTests: `${SDK.replace("database)", "database-compat)")}: test/`,
  android: "public client SDK (firebase-android-sdk, firebase-database): PersistentConnectionImpl",
  cache: "public client SDKs (firebase-android-sdk, firebase-ios-sdk): CompoundHash, RangeMerge",
  structure: `${DOCS}/database/web/structure-data`,
  ordering: `${DOCS}/database/web/lists-of-data#data-order`,
  onDisconnect: `${DOCS}/reference/js/database.ondisconnect`,
  waitingWrites: `${SDK}: core/SparseSnapshotTree`,
  rules: `${DOCS}/database/security/core-syntax`,
  queryRules: `${DOCS}/database/security/rules-conditions#query-based_rules`,
  indexing: `${DOCS}/database/security/indexing-data`,
  limits: `${DOCS}/database/usage/limits`,
  adminAuth: `${DOCS}/database/admin/start#authenticate-with-limited-privileges`,
  mockToken: `${DOCS}/reference/js/database#connectdatabaseemulator`,
  measured: "measured by running the SDKs",
  own: "not documented; decided here",
} as const;
