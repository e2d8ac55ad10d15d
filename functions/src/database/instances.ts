/** The database instances: each has its own connection, rules check and cache, made when it is first needed. */

import type { Log } from "../log";
import { Connection, timeout } from "./connection";
import type { Database } from "./database";
import { createRegistrations, type CacheLimits, type Registrations } from "./registrations";
import { createRouter, type Routes } from "./router";
import { createOpenSocket, type OpenSocket } from "./socket";

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
  const instanceOf = createRouter(settings.routes, (url) =>
    createInstance(createOpenSocket(url, log), settings, now, log),
  );
  return {
    registrations: {
      find: (uid, mustBeFresh) => instanceOf(uid).registrations.find(uid, mustBeFresh),
    },
    openDatabase: (id) => instanceOf(id).openDatabase(id),
  };
}

/** One database instance. */
export function createInstance(
  openSocket: OpenSocket,
  { deadlineMs, cacheLimits }: Omit<Settings, "routes">,
  now: () => number,
  log: Log,
): Instances {
  const connection = new Connection(openSocket, { deadlineMs, now, log });
  // A look-up serves several requests, so each of its reads has the whole time.
  const lookUps = openDatabase(connection, () => now() + deadlineMs, now);
  return {
    registrations: createRegistrations(lookUps, cacheLimits, now, log),
    openDatabase() {
      const endMs = now() + deadlineMs;
      return openDatabase(connection, () => endMs, now);
    },
  };
}

/** @param endMs when the operation that begins now must have ended, on the connection's clock */
function openDatabase(connection: Connection, endMs: () => number, now: () => number): Database {
  return {
    read: (path) => connection.submit((socket) => socket.read(path), endMs()),
    commit: (update) => connection.submit((socket) => socket.commit(update), endMs()),
    wait: (shared) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(timeout()), endMs() - now());
        const end = (): void => clearTimeout(timer);
        shared.finally(end).then(resolve, reject);
      }),
  };
}
