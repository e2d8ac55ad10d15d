/** The database instances. Each has its own connection and cache, made when the first id that belongs there comes. */

import { instanceOf, type Instance as Address } from "../../../domain/src/instances";
import type { Log } from "../log";
import { Connection } from "./connection";
import type { Database } from "./database";
import { Registrations } from "./registrations";
import { createOpenSocket, type OpenSocket } from "./socket";

export interface Settings {
  readonly defaultUrl: string;
  /** The instances of ids with a prefix. */
  readonly others: readonly Address[];
  /** How long a request may wait for the database, all in all. */
  readonly deadlineMs: number;
  /** How many sensors of each instance are remembered. */
  readonly maxRegistrations: number;
}

export interface Instance {
  readonly registrations: Registrations;
  /** Gives a request the database, with a deadline that begins now. */
  readonly openDatabase: () => Database;
}

/**
 * @param now a clock in milliseconds that never goes back
 * @returns from a sensor's uid or a farm's id to its instance
 */
export function createInstances(
  settings: Settings,
  now: () => number,
  log: Log,
): (id: string) => Instance {
  const instances = new Map<string, Instance>();
  return (id) => {
    const url = instanceOf(settings.others, id)?.url ?? settings.defaultUrl;
    const instance =
      instances.get(url) ?? createInstance(createOpenSocket(url, log), settings, now, log);
    instances.set(url, instance);
    return instance;
  };
}

/** One database instance. */
export function createInstance(
  openSocket: OpenSocket,
  { deadlineMs, maxRegistrations }: Pick<Settings, "deadlineMs" | "maxRegistrations">,
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
