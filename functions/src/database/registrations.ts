/**
 * Finds the registration of a sensor, from this instance's cache where that is safe:
 * 1. Only a linked sensor is ever cached, so uids that nobody registered cannot crowd out those that are.
 * 2. What comes from the cache says so, and the caller decides a refusal again on a fresh record.
 * 3. Nothing comes from the cache unless the database is known to judge our writes by its rules, which confirm
 *    a cached link with every write. An instance finds out once, beside its first look-up.
 */

import type { Log } from "../log";
import { createCache } from "./cache";
import { Unavailable, type Database } from "./database";
import { lookUpSensor, type Registration } from "./lookup";

/** What was found, and whether it was read for this very call. */
export interface Found {
  readonly registration: Registration | undefined;
  readonly isFresh: boolean;
}

export interface Registrations {
  /**
   * What is cached is there at once: nothing has to be waited for.
   * @param mustBeFresh whether only a read that starts now will do
   */
  find(uid: string, database: Database, mustBeFresh: boolean): Found | Promise<Found>;
}

/** How many registrations are remembered, and for how long. */
export interface CacheLimits {
  readonly maxEntries: number;
  readonly maxAgeMs: number;
}

/** Nothing the functions may read (nor anything there is): a database that lets us read it takes us for an administrator. */
const FORBIDDEN_PATH = "forbiddenToSensorIngest";

/**
 * @param limits of the cache
 * @param now a clock in milliseconds that never goes back
 */
export function createRegistrations(
  limits: CacheLimits,
  now: () => number,
  log: Pick<Log, "overrideIgnored">,
): Registrations {
  const cache = createCache<Registration>(limits, now);
  const lookUps = new Map<string, Promise<Registration | undefined>>();
  const isJudged = createProbe(log);

  async function lookUp(uid: string, database: Database): Promise<Registration | undefined> {
    const startedAtMs = now();
    const [registration, isCacheable] = await Promise.all([
      lookUpSensor(uid, database),
      isJudged(database),
    ]);
    if (isCacheable && registration?.greenhouse !== undefined) {
      cache.set(uid, registration, startedAtMs);
    } else {
      cache.delete(uid);
    }
    return registration;
  }

  async function readFresh(uid: string, database: Database): Promise<Found> {
    return { registration: await lookUp(uid, database), isFresh: true };
  }

  /** One look-up serves all who ask for the uid while it runs; for those it is as old as a cached record. */
  async function share(uid: string, database: Database): Promise<Found> {
    const running = lookUps.get(uid);
    if (running !== undefined) {
      const registration = await orOwn(running, () => lookUp(uid, database));
      if (await isJudged(database)) return { registration, isFresh: false };
      return readFresh(uid, database);
    }
    const started = lookUp(uid, database);
    lookUps.set(uid, started);
    try {
      return { registration: await started, isFresh: true };
    } finally {
      lookUps.delete(uid);
    }
  }

  return {
    find(uid, database, mustBeFresh) {
      if (mustBeFresh) return readFresh(uid, database);
      const cached = cache.get(uid);
      if (cached !== undefined) return { registration: cached, isFresh: false };
      return share(uid, database);
    },
  };
}

/** Asks once whether the rules apply to us; an attempt that fails is made again with the next look-up. */
function createProbe(log: Pick<Log, "overrideIgnored">): (database: Database) => Promise<boolean> {
  let answer: Promise<boolean> | undefined;

  async function ask(database: Database): Promise<boolean> {
    const { outcome } = await database.read(FORBIDDEN_PATH);
    if (outcome === "read") log.overrideIgnored();
    return outcome === "denied";
  }

  return (database) => {
    if (answer !== undefined) return orOwn(answer, () => ask(database));
    answer = ask(database).catch((error: unknown) => {
      answer = undefined;
      throw error;
    });
    return answer;
  };
}

/** The time of the request whose answer is shared is over first: who joined later goes on for itself. */
async function orOwn<T>(shared: Promise<T>, ask: () => Promise<T>): Promise<T> {
  try {
    return await shared;
  } catch (error) {
    if (error instanceof Unavailable && error.reason === "silent") return ask();
    throw error;
  }
}
