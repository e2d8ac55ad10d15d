/** The database instances. Each has its own connection and cache, made when the first id that belongs there comes. */

import { instanceOf, type DatabaseRoute } from "../../../domain/src/instances";
import type { Log } from "../log";
import { Connection } from "./connection";
import type { Database } from "./database";
import { Registrations } from "./registrations";
import { createOpenSocket, type OpenSocket } from "./socket";
import { Turns } from "./turns";

/**
 * With each answer the SDK computes all updates again that are in flight over the same connection. When there are this
 * many, a busy instance opens another connection.
 */
const MAX_IN_FLIGHT = 8;
const MAX_CONNECTIONS = 10;

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
  /**
   * Gives a request the database, with a deadline that begins now.
   * @param sender the uid or the farm's id that sends it
   */
  readonly openDatabase: (sender: string) => Database;
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
  /** The connection that carries a large update: everything sent after it waits for it. */
  let blocked: Connection | undefined;
  const choose = (): Connection => {
    const usable = connections.filter((each) => each !== blocked);
    const free = usable.filter(({ inFlight }) => inFlight < MAX_IN_FLIGHT);
    const chosen = free.find(({ isConnected }) => isConnected) ?? free[0];
    if (chosen !== undefined) return chosen;
    // While the database is away, another connection would only be another one that tries to connect.
    const isReachable = connections.some(({ isConnected }) => isConnected);
    if (!isReachable || connections.length === MAX_CONNECTIONS) {
      return usable.toSorted((one, other) => one.inFlight - other.inFlight)[0] ?? first;
    }
    const added = connect();
    connections.push(added);
    return added;
  };
  // Two large updates at once would not be faster, and single readings would wait for both.
  const turns = new Turns();
  return {
    registrations: new Registrations(
      maxRegistrations,
      () =>
        first.rulesApply === true && connections.every(({ rulesApply }) => rulesApply !== false),
    ),
    openDatabase(sender) {
      const deadlineMs = now() + timeoutMs;
      return {
        read: (path) => choose().submit((socket) => socket.read(path), deadlineMs),
        commit: (update) => choose().submit((socket) => socket.commit(update), deadlineMs),
        commitLarge: (plan) =>
          turns.run(sender, deadlineMs - now(), async () => {
            const update = plan();
            const chosen = choose();
            blocked = chosen;
            try {
              return await chosen.submit((socket) => socket.commit(update), deadlineMs);
            } finally {
              blocked = undefined;
            }
          }),
      };
    },
  };
}
