/** The database instances. Each has its own connection and cache, made when the first id that belongs there comes. */

import { instanceOf, type DatabaseRoute } from "../../../domain/src/instances";
import type { Log } from "../log";
import { Connection } from "./connection";
import type { Database, Update } from "./database";
import { Registrations } from "./registrations";
import { createOpenSocket, type OpenSocket } from "./socket";
import { createTurns } from "./turns";

/**
 * With each answer the SDK computes all updates anew that are in flight over the same connection. More than these use
 * another connection, which only a busy instance opens.
 */
const MAX_IN_FLIGHT = 8;
const MAX_CONNECTIONS = 10;

/** An update of a batch has one path for each reading, a single reading's at most 13. */
const LARGE_UPDATE_PATHS = 50;
/** More at once would take longer in all, and single readings would wait for them. */
const MAX_LARGE_UPDATES = 2;

export interface Settings {
  readonly defaultUrl: string;
  /** The instances of ids with a prefix. */
  readonly others: readonly DatabaseRoute[];
  /** How long a request may wait for the database, all in all. */
  readonly timeoutMs: number;
  /** How many sensors of each instance are remembered. */
  readonly maxRegistrations: number;
}

export interface DatabaseInstance {
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
): (id: string) => DatabaseInstance {
  const instances = new Map<string, DatabaseInstance>();
  return (id) => {
    const url = instanceOf(settings.others, id)?.url ?? settings.defaultUrl;
    const instance =
      instances.get(url) ?? createInstance(createOpenSocket(url, log), settings, now, log);
    instances.set(url, instance);
    return instance;
  };
}

export function createInstance(
  openSocket: OpenSocket,
  { timeoutMs, maxRegistrations }: Pick<Settings, "timeoutMs" | "maxRegistrations">,
  now: () => number,
  log: Log,
): DatabaseInstance {
  const connect = (): Connection => new Connection(openSocket, timeoutMs, now, log);
  const first = connect();
  const connections = [first];
  /** Those that carry a large update: whatever is sent behind it waits for it. */
  const blocked = new Set<Connection>();
  const choose = (): Connection => {
    const free = connections.find((each) => each.inFlight < MAX_IN_FLIGHT && !blocked.has(each));
    if (free !== undefined || connections.length === MAX_CONNECTIONS) return free ?? first;
    const added = connect();
    connections.push(added);
    return added;
  };
  const inTurn = createTurns(MAX_LARGE_UPDATES);
  const commit = (update: Update, deadlineMs: number): Promise<"stored" | "denied"> => {
    const send = (connection: Connection): Promise<"stored" | "denied"> =>
      connection.submit((socket) => socket.commit(update), deadlineMs);
    if (Object.keys(update).length <= LARGE_UPDATE_PATHS) return send(choose());
    return inTurn(async () => {
      const connection = choose();
      blocked.add(connection);
      try {
        return await send(connection);
      } finally {
        blocked.delete(connection);
      }
    });
  };
  return {
    registrations: new Registrations(maxRegistrations, () => first.rulesApply === true),
    openDatabase() {
      const deadlineMs = now() + timeoutMs;
      return {
        read: (path) => choose().submit((socket) => socket.read(path), deadlineMs),
        commit: (update) => commit(update, deadlineMs),
      };
    },
  };
}
