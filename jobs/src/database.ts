/** The database as `auth.uid === "farm-watch"`, or as the person who answers a call, for one run. */

import {
  byKey,
  byText,
  inRange,
  type Entry,
  type Query,
} from "@greenhouse/database/client/queries";
import {
  openRest,
  tokensFor,
  type DatabaseAddress,
  type Environment,
} from "@greenhouse/database/client/environment";
import type { Rest } from "@greenhouse/database/client/rest";
import { JOBS_UID } from "@greenhouse/domain/identity/keys";
import type { KeyRange } from "@greenhouse/domain/identity/key-range";

export type { Entry };

/** New values by path from the root; null deletes. */
export type Update = Readonly<Record<string, unknown>>;

/** Every operation ends before the run's deadline, or throws `Unavailable`. */
export interface Database {
  /** @throws Unavailable ("denied") if the rules deny the read */
  readonly get: (path: string) => Promise<unknown>;
  /** Reads the first children of `path` with this `farmId`, in the order of their keys. */
  readonly readOfFarm: (path: string, farmId: string, limit: number) => Promise<readonly Entry[]>;
  /** Reads the last children of `path` from one key to another. */
  readonly getLast: (path: string, from: string, to: string, limit: number) => Promise<unknown>;
  /** Reads the first children of `path`, in the order of their keys. */
  readonly readPage: (path: string, range: KeyRange, limit: number) => Promise<readonly Entry[]>;
  /** Reads the first children of `path` in the order of their values, which are texts, then of their keys. */
  readonly readByValue: (path: string, limit: number) => Promise<readonly Entry[]>;
  /** Reads the children of `path` with the highest numbers in this field. */
  readonly getNewest: (path: string, field: string, limit: number) => Promise<unknown>;
  /** Stores everything or nothing. `denied`: the rules refuse the update, for example because another run was faster. */
  readonly update: (update: Update) => Promise<"stored" | "denied">;
}

/** Equals the number of owners that are read at once. Their time is limited, even if a round trip takes long. */
const MAX_CONNECTIONS = 300;
/** Limits the memory of an answer. 60,000 open alerts of a farm have about 25 million characters. */
const MAX_ANSWER_CHARACTERS = 40e6;

/** Opens the database for `work`, and closes its connections afterwards. */
export type WithDatabase = <T>(
  /** The time limit for all operations of `work` together. */
  timeoutMs: number,
  work: (database: Database) => Promise<T>,
) => Promise<T>;

/**
 * Returns a function that opens the database for a piece of work. The function throws `Unavailable` "The database did
 * not answer in time." after the deadline; also every error of the work.
 * @param uid the account that the rules authorize
 */
export function createDatabase(
  address: DatabaseAddress,
  environment: Environment,
  uid = JOBS_UID,
): WithDatabase {
  const tokens = tokensFor(address, environment);
  return (timeoutMs, work) => {
    const rest = openRest(address, environment, {
      uid,
      tokens,
      timeoutMs,
      maxConnections: MAX_CONNECTIONS,
      maxAnswerCharacters: MAX_ANSWER_CHARACTERS,
      // The rules deny the second of two equal updates, because both raise the version. The denial may arrive first.
      mayCopy: false,
    });
    return useDatabase(rest, work);
  };
}

async function useDatabase<T>(rest: Rest, work: (database: Database) => Promise<T>): Promise<T> {
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
      getNewest: (path, orderBy, limitToLast) => database.read(path, { orderBy, limitToLast }),
      update: (update) => database.commit(update),
    });
  } finally {
    rest.close();
  }
}
