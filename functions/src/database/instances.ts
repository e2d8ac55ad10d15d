/** The database instances: each has its own connection and cache, made when it is first needed. */

import type { Log } from "../log";
import { Connection } from "./connection";
import type { Database } from "./database";
import { Registrations } from "./registrations";
import { createRouter, type Routes } from "./router";
import { createOpenSocket, type OpenSocket } from "./socket";

export interface Settings {
  readonly routes: Routes;
  /** How long a request may wait for the database, all in all. */
  readonly deadlineMs: number;
  /** How many sensors of each database are remembered. */
  readonly maxRegistrations: number;
}

export interface Instance {
  readonly registrations: Registrations;
  /** Gives a request the database, with a deadline that begins now. */
  readonly openDatabase: () => Database;
}

/**
 * @param now a clock in milliseconds that never goes back
 * @returns from the id of a sensor or a farm to the instance that holds it
 */
export function createInstances(
  { routes, ...settings }: Settings,
  now: () => number,
  log: Log,
): (id: string) => Instance {
  return createRouter(routes, (url) =>
    createInstance(createOpenSocket(url, log), settings, now, log),
  );
}

/** One database instance. */
export function createInstance(
  openSocket: OpenSocket,
  { deadlineMs, maxRegistrations }: Omit<Settings, "routes">,
  now: () => number,
  log: Log,
): Instance {
  const connection = new Connection(openSocket, deadlineMs, now, log);
  return {
    registrations: new Registrations(maxRegistrations, () => connection.rulesApply === true),
    openDatabase() {
      const endMs = now() + deadlineMs;
      return {
        read: (path) => connection.submit((socket) => socket.read(path), endMs),
        commit: (update) => connection.submit((socket) => socket.commit(update), endMs),
      };
    },
  };
}
