/**
 * The database as `auth.uid === "farm-watch"`, for one run. The SDK waits without limit and sends again whatever was
 * not answered; a run has a deadline, and at its end the app is deleted, which drops what the SDK still has.
 * Source: https://firebase.google.com/docs/database/admin/start#authenticate-with-limited-privileges
 */

import { setLogLevel } from "@firebase/logger";
import { applicationDefault, deleteApp, initializeApp } from "firebase-admin/app";
import { getAuth } from "firebase-admin/auth";
import { getDatabase, type Query } from "firebase-admin/database";

import { JOBS_UID } from "@greenhouse/domain/identity/keys";
import type { KeyRange } from "@greenhouse/domain/identity/key-range";
import { entriesOf } from "@greenhouse/domain/stored";

/** Paths from the root, each with its new value; null deletes. */
export type Update = Readonly<Record<string, unknown>>;

export interface Database {
  /** @throws Error where the rules deny it */
  readonly get: (path: string) => Promise<unknown>;
  /** The first children of `path` whose `farmId` is this, in the order of their keys. */
  readonly readOfFarm: (path: string, farmId: string, limit: number) => Promise<readonly Entry[]>;
  /** The last children of `path` from one key to another. */
  readonly getLast: (path: string, from: string, to: string, limit: number) => Promise<unknown>;
  /** The first children of `path`, in the order of their keys. */
  readonly readPage: (path: string, range: KeyRange, limit: number) => Promise<readonly Entry[]>;
  /** The first children of `path` by their values; those of the same value by their keys. */
  readonly readByValue: (path: string, limit: number) => Promise<readonly Entry[]>;
  /** All of it or nothing. `denied`: the rules refuse it, as they do when another run was faster. */
  readonly update: (update: Update) => Promise<"stored" | "denied">;
}

/** A child with its name. */
export type Entry = readonly [key: string, value: unknown];

/** The confirmed e-mail address of a person; undefined without one. */
export type FindAddress = (person: string) => Promise<string | undefined>;

let runs = 0;

/**
 * @param deadlineMs for all of `work`
 * @throws Error "The database did not answer in time." when the deadline is over; whatever `work` throws
 */
export async function withDatabase<T>(
  databaseURL: string,
  deadlineMs: number,
  work: (database: Database, findAddress: FindAddress) => Promise<T>,
): Promise<T> {
  // The SDK prints a warning for each denial, and denials are outcomes here.
  setLogLevel("error");
  runs += 1;
  const app = initializeApp(
    {
      credential: applicationDefault(),
      databaseURL,
      databaseAuthVariableOverride: { uid: JOBS_UID },
    },
    `run-${runs}`,
  );
  const sdk = getDatabase(app);
  const root = sdk.ref();
  const read = async (query: Query): Promise<unknown> => (await query.get()).val();
  const database: Database = {
    get: (path) => read(root.child(path)),
    readOfFarm: async (path, farmId, limit) => {
      const query = root.child(path).orderByChild("farmId").equalTo(farmId);
      return entriesOf(await read(query.limitToFirst(limit)));
    },
    getLast: (path, from, to, limit) =>
      read(root.child(path).orderByKey().startAt(from).endAt(to).limitToLast(limit)),
    readPage: async (path, { from, after, before }, limit) => {
      let query = root.child(path).orderByKey();
      if (from !== undefined) query = query.startAt(from);
      if (after !== undefined) query = query.startAfter(after);
      if (before !== undefined) query = query.endBefore(before);
      return entriesOf(await read(query.limitToFirst(limit)));
    },
    readByValue: async (path, limit) =>
      entriesOf(await read(root.child(path).orderByValue().limitToFirst(limit))),
    update: async (update) => {
      try {
        await root.update(update);
        return "stored";
      } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "PERMISSION_DENIED")
          return "denied";
        throw error;
      }
    },
  };
  const findAddress: FindAddress = async (person) => {
    const { users } = await getAuth(app).getUsers([{ uid: person }]);
    const [user] = users;
    return user?.emailVerified === true && !user.disabled ? user.email : undefined;
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const fail = (): void => reject(new Error("The database did not answer in time."));
    timer = setTimeout(fail, deadlineMs);
  });
  try {
    return await Promise.race([work(database, findAddress), timeout]);
  } finally {
    clearTimeout(timer);
    sdk.goOffline();
    await deleteApp(app);
  }
}
