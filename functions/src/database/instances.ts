/** The database instances behind one face: each has its own connection, probe and cache, made when it is first needed. */

import type { Log } from "../log";
import { createOpenSocket } from "./connection";
import type { Database } from "./database";
import { createRegistrations, type CacheLimits, type Registrations } from "./registrations";
import { createRouter, type Routes } from "./router";
import { createSessions } from "./sessions";

export interface Settings {
  readonly routes: Routes;
  /** How long a request may wait for the database, all in all. */
  readonly deadlineMs: number;
  /** Of the registrations that are remembered of one database instance. */
  readonly cacheLimits: CacheLimits;
}

export interface Instances {
  readonly registrations: Registrations;
  /** Gives a request the database that holds this sensor or farm. */
  openDatabase(id: string): Database;
}

/** @param now a clock in milliseconds that never goes back */
export function createInstances(settings: Settings, now: () => number, log: Log): Instances {
  const instanceOf = createRouter(settings.routes, (url) => ({
    openDatabase: createSessions(createOpenSocket(url, log), settings.deadlineMs, now, log),
    registrations: createRegistrations(settings.cacheLimits, now, log),
  }));
  return {
    registrations: {
      find: (uid, ...rest) => instanceOf(uid).registrations.find(uid, ...rest),
    },
    openDatabase: (id) => instanceOf(id).openDatabase(),
  };
}
