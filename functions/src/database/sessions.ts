/**
 * Gives each request the database with a deadline of its own, which all of the request's operations share. They go
 * over one link; where that was retired, the next operation opens a new one.
 */

import type { Log } from "../log";
import { Unavailable, type Database } from "./database";
import { Link, type OpenSocket, type Operation, type Socket } from "./link";
import { Patience } from "./patience";

/**
 * @param deadlineMs how long a request may wait for the database, all in all
 * @param now a clock in milliseconds that never goes back
 * @returns the database, for one request from now on
 */
export function createSessions(
  openSocket: OpenSocket,
  deadlineMs: number,
  now: () => number,
  log: Pick<Log, "connectionRenewed">,
): () => Database {
  const patience = new Patience(deadlineMs);
  let link: Link | undefined;

  function currentLink(): Link {
    if (link?.isRetired === false) return link;
    if (link !== undefined) log.connectionRenewed();
    link = new Link(openSocket, { deadlineMs, patience, onGivenUp: handOn }, now);
    return link;
  }

  function handOn(operations: Iterable<Operation>): void {
    for (const operation of operations) currentLink().perform(operation);
  }

  return () => {
    const endMs = now() + deadlineMs;
    function perform<T>(send: (socket: Socket) => Promise<T>): Promise<T> {
      const timeLeftMs = endMs - now();
      if (timeLeftMs > 0) return ask(send, timeLeftMs, (each) => currentLink().perform(each));
      // What waited for other things until now is not begun any more.
      return Promise.reject(new Unavailable("silent", "The database did not answer in time."));
    }
    return {
      read: (path) => perform((socket) => socket.read(path)),
      commit: (update) => perform((socket) => socket.commit(update)),
    };
  };
}

/** An operation as a promise, which ends within the time that is left. */
function ask<T>(
  send: (socket: Socket) => Promise<T>,
  timeLeftMs: number,
  begin: (operation: Operation) => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const operation: Operation = {
      send,
      // What an operation is resolved with is what it was sent for.
      resolve: (answer) => resolve(answer as T | Promise<T>),
      reject,
      deadline: setTimeout(() => operation.link?.expire(operation), timeLeftMs),
    };
    begin(operation);
  });
}
