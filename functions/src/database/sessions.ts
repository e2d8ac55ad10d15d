/**
 * Gives each request the database with a deadline of its own, which all of the request's operations share. They go
 * over one link; where that was retired, the next operation opens a new one.
 */

import type { Log } from "../log";
import { Unavailable, type Database } from "./database";
import { Link, type OpenSocket, type Socket } from "./link";

export interface Sessions {
  /** The database, for one request from now on. */
  readonly open: () => Database;
  /** Gives up the connection; a later request opens a new one. */
  readonly close: () => void;
}

/**
 * @param deadlineMs how long a request may wait for the database, all in all
 * @param now a clock in milliseconds that never goes back
 */
export function createSessions(
  openSocket: OpenSocket,
  deadlineMs: number,
  now: () => number,
  log: Pick<Log, "connectionRenewed">,
): Sessions {
  let link: Link | undefined;

  function currentLink(): Link {
    if (link?.isRetired === false) return link;
    if (link !== undefined) log.connectionRenewed();
    link = new Link(openSocket, deadlineMs / 3, now);
    return link;
  }

  return {
    open() {
      const endMs = now() + deadlineMs;
      function perform<T>(send: (socket: Socket) => Promise<T>): Promise<T> {
        const timeLeftMs = endMs - now();
        if (timeLeftMs > 0) return currentLink().perform(send, timeLeftMs);
        // What waited for other things until now is not begun any more.
        return Promise.reject(new Unavailable("silent", "The database did not answer in time."));
      }
      return {
        read: (path) => perform((socket) => socket.read(path)),
        commit: (update) => perform((socket) => socket.commit(update)),
      };
    },
    close() {
      link?.close();
      link = undefined;
    },
  };
}
