/** The database as `auth.uid === "farm-watch"`, for one run. */

import { GoogleAuth } from "google-auth-library";

import {
  byKey,
  byText,
  inRange,
  type Entry,
  type Query,
} from "@greenhouse/database/client/queries";
import { Rest } from "@greenhouse/database/client/rest";
import { createTokens, EMULATOR_TOKENS, SCOPES } from "@greenhouse/database/client/tokens";
import { JOBS_UID } from "@greenhouse/domain/identity/keys";
import type { KeyRange } from "@greenhouse/domain/identity/key-range";

export type { Entry };

/** Paths from the root, each with its new value; null deletes. */
export type Update = Readonly<Record<string, unknown>>;

/** Every operation ends within the run's deadline, or throws `Unavailable`. */
export interface Database {
  /** @throws Unavailable ("denied") where the rules deny it */
  readonly get: (path: string) => Promise<unknown>;
  /** The first children of `path` whose `farmId` is this, in the order of their keys. */
  readonly readOfFarm: (path: string, farmId: string, limit: number) => Promise<readonly Entry[]>;
  /** The last children of `path` from one key to another. */
  readonly getLast: (path: string, from: string, to: string, limit: number) => Promise<unknown>;
  /** The first children of `path`, in the order of their keys. */
  readonly readPage: (path: string, range: KeyRange, limit: number) => Promise<readonly Entry[]>;
  /** The first children of `path` by their values, which are texts; those of the same value by their keys. */
  readonly readByValue: (path: string, limit: number) => Promise<readonly Entry[]>;
  /** All of it or nothing. `denied`: the rules refuse it, as they do when another run was faster. */
  readonly update: (update: Update) => Promise<"stored" | "denied">;
}

/** As many as there are owners that are read at once: the time for them is limited also where a round trip is long. */
const MAX_CONNECTIONS = 300;
/** Bounds the memory that an answer takes. The open alerts of a farm, of which 60,000 are read, have about 25 million. */
const MAX_ANSWER_CHARACTERS = 40e6;

const tokens = createTokens(() => new GoogleAuth({ scopes: SCOPES }));

/**
 * Opens the database for `work`, and closes its connections afterwards.
 * @param url of the instance
 * @param timeoutMs for all operations of `work`
 * @throws Unavailable "The database did not answer in time." when the deadline is over; whatever `work` throws
 */
export async function withDatabase<T>(
  url: string,
  timeoutMs: number,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  // Empty is as good as unset.
  const emulator = process.env["FIREBASE_DATABASE_EMULATOR_HOST"] || undefined;
  const rest = new Rest({
    url,
    emulator,
    uid: JOBS_UID,
    tokens: emulator === undefined ? tokens : EMULATOR_TOKENS,
    timeoutMs,
    random: Math.random,
    maxConnections: MAX_CONNECTIONS,
    maxAnswerCharacters: MAX_ANSWER_CHARACTERS,
    // The rules deny the second of two writes that raise the same version: the first answer may be the wrong one.
    mayCopy: false,
  });
  const database = rest.open();
  const children = async (path: string, query: Query): Promise<readonly Entry[]> =>
    byKey(await database.read(path, query));
  try {
    return await work({
      get: (path) => database.read(path),
      readOfFarm: (path, farmId, limitToFirst) =>
        children(path, { orderBy: "farmId", equalTo: farmId, limitToFirst }),
      getLast: async (path, startAt, endAt, limitToLast) =>
        Object.fromEntries(await children(path, { orderBy: "$key", startAt, endAt, limitToLast })),
      readPage: (path, range, limitToFirst) => children(path, { ...inRange(range), limitToFirst }),
      readByValue: async (path, limitToFirst) =>
        byText(await database.read(path, { orderBy: "$value", limitToFirst })),
      update: (update) => database.commit(update),
    });
  } finally {
    rest.close();
  }
}
