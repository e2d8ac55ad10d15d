/**
 * Finds the registration of a sensor, from this instance's cache where that is safe:
 * 1. Only a linked sensor is ever cached, so uids that nobody registered cannot crowd out those that are.
 * 2. What comes from the cache says so, and the caller decides a refusal again on a fresh record.
 * 3. Nothing comes from the cache unless the database is known to apply its rules to our writes, which confirm
 *    a cached link with every write. An instance finds out once, beside its first look-up.
 */

import type { Log } from "../log";
import { createCache } from "./cache";
import { Unavailable, UNREADABLE_PATH, type Database } from "./database";
import { lookUpSensor, type Registration } from "./lookup";

/** What was found, and whether it was read for this very call. */
export interface Found {
  readonly registration: Registration | undefined;
  readonly isFresh: boolean;
}

export interface Registrations {
  /**
   * A cached record is returned without a promise.
   * @param mustBeFresh whether only a read that starts now will do
   */
  find(uid: string, mustBeFresh: boolean): Found | Promise<Found>;
}

/** How many registrations are remembered, and for how long. */
export interface CacheLimits {
  readonly maxEntries: number;
  readonly maxAgeMs: number;
}

/**
 * A look-up continues after the request that began it has timed out, and the next request uses its result. So a sensor
 * becomes known even if looking it up takes longer than a request may wait.
 * @param database where each read has its own deadline
 * @param limits of the cache
 * @param now a clock in milliseconds that never goes back
 */
export function createRegistrations(
  database: Database,
  limits: CacheLimits,
  now: () => number,
  log: Pick<Log, "overrideIgnored">,
): Registrations {
  const cache = createCache<Registration>(limits, now);
  const lookUps = new Map<string, Promise<Registration | undefined>>();
  const isAuthorizedByRules = createRulesCheck(database, log);

  async function lookUp(uid: string): Promise<Registration | undefined> {
    const startedAtMs = now();
    const [registration, isCacheable] = await Promise.all([
      lookUpSensor(uid, database),
      isAuthorizedByRules(),
    ]);
    if (isCacheable && registration?.greenhouse !== undefined) {
      cache.set(uid, registration, startedAtMs);
    } else {
      cache.delete(uid);
    }
    return registration;
  }

  async function readFresh(uid: string): Promise<Found> {
    return { registration: await lookUp(uid), isFresh: true };
  }

  /** One look-up serves all requests for the uid while it runs. For those who join it, it is as old as a cached record. */
  async function share(uid: string): Promise<Found> {
    const running = lookUps.get(uid);
    if (running !== undefined) {
      const registration = await orElse(running, () => lookUp(uid));
      return (await isAuthorizedByRules()) ? { registration, isFresh: false } : readFresh(uid);
    }
    const started = lookUp(uid);
    lookUps.set(uid, started);
    try {
      return { registration: await started, isFresh: true };
    } finally {
      lookUps.delete(uid);
    }
  }

  return {
    find(uid, mustBeFresh) {
      if (mustBeFresh) return readFresh(uid);
      const registration = cache.get(uid);
      return registration === undefined ? share(uid) : { registration, isFresh: false };
    },
  };
}

/** Asks once whether the rules apply to us; an attempt that fails is made again with the next look-up. */
function createRulesCheck(
  database: Database,
  log: Pick<Log, "overrideIgnored">,
): () => Promise<boolean> {
  let answer: Promise<boolean> | undefined;

  async function ask(): Promise<boolean> {
    const { outcome } = await database.read(UNREADABLE_PATH);
    if (outcome === "read") log.overrideIgnored();
    return outcome === "denied";
  }

  return () => {
    if (answer !== undefined) return orElse(answer, ask);
    answer = ask().catch((error: unknown) => {
      answer = undefined;
      throw error;
    });
    return answer;
  };
}

/** A shared read began earlier, so it also times out earlier: who joined it later asks again. */
async function orElse<T>(shared: Promise<T>, ask: () => Promise<T>): Promise<T> {
  try {
    return await shared;
  } catch (error) {
    if (error instanceof Unavailable && error.reason === "timeout") return ask();
    throw error;
  }
}
