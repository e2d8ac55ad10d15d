/**
 * One socket to the database and the operations on it. The SDK waits for ever and keeps what it could not send, so:
 * 1. nothing is handed to a socket that is down; it is asked to connect, and the operation waits. Where nothing waited
 *    yet, the SDK's own attempt is not relied on: it may hang since the time of an outage, so a new one begins;
 * 2. a socket that has been silent for a third of the deadline is closed and opened anew, once in that time;
 * 3. at an operation's deadline the link is retired: given up with all that waits on it where the socket is down or
 *    silent (what it holds unsent then never lands), closed after its other operations where it answers those.
 */

import { Unavailable, type CommitOutcome, type ReadOutcome, type Update } from "./database";

/** A connection as the SDK offers it: its operations may wait for ever. `close` drops all that is not sent. */
export interface Socket {
  read(path: string): Promise<ReadOutcome>;
  commit(update: Update): Promise<CommitOutcome>;
  goOnline(): void;
  goOffline(): void;
  close(): void;
}

/** Opens a socket, which tells from then on whether it is connected. */
export type OpenSocket = (onConnectionChange: (isConnected: boolean) => void) => Socket;

/** Something asked of the database that is not answered yet. */
interface Operation {
  /** Hands it to the socket, once: the SDK itself sends it again after a reconnection. */
  start(): void;
  fail(error: Unavailable): void;
}

/** How old an attempt to connect may be that a first operation still relies on, in milliseconds. */
const MAX_ATTEMPT_AGE_MS = 1000;

export class Link {
  readonly #socket: Socket;
  readonly #operations = new Set<Operation>();
  readonly #patienceMs: number;
  readonly #now: () => number;
  #isConnected = false;
  #isRetired = false;
  #isClosed = false;
  /** When an operation was answered last. */
  #lastAnswerMs: number;
  /** When the socket was opened, connected or made to reconnect: it is given its time from then. */
  #lastTurnMs: number;

  /**
   * @param patienceMs how long a socket may be silent
   * @param now a clock in milliseconds that never goes back
   */
  constructor(open: OpenSocket, patienceMs: number, now: () => number) {
    this.#patienceMs = patienceMs;
    this.#now = now;
    this.#lastAnswerMs = this.#lastTurnMs = now();
    this.#socket = open((isConnected) => this.#onConnectionChange(isConnected));
  }

  /** Whether new operations belong on another link. */
  get isRetired(): boolean {
    return this.#isRetired;
  }

  /** Carries out one operation, or throws `Unavailable` once `timeLeftMs` have passed. */
  perform<T>(send: (socket: Socket) => Promise<T>, timeLeftMs: number): Promise<T> {
    return new Promise((resolve, reject) => {
      let isStarted = false;
      const settle = (finish: () => void): void => {
        if (!this.#operations.delete(operation)) return;
        clearTimeout(deadline);
        stopWatching();
        finish();
        if (this.#isRetired && this.#operations.size === 0) this.close();
      };
      const operation: Operation = {
        start: () => {
          if (isStarted) return;
          isStarted = true;
          const answered = (finish: () => void): void => {
            this.#lastAnswerMs = this.#now();
            settle(finish);
          };
          // Not resolved with the promise itself: each more of them costs, as the platform's framework watches all.
          const answer = send(this.#socket);
          answer.then(
            (value) => answered(() => resolve(value)),
            () => answered(() => resolve(answer)),
          );
        },
        fail: (error) => settle(() => reject(error)),
      };
      const deadline = setTimeout(() => {
        operation.fail(new Unavailable("silent", "The database did not answer in time."));
        this.#retire();
      }, timeLeftMs);
      const stopWatching = this.#watch();

      const isFirst = this.#operations.size === 0;
      this.#operations.add(operation);
      if (this.#isConnected) operation.start();
      else if (isFirst && this.#now() - this.#lastTurnMs > MAX_ATTEMPT_AGE_MS) this.#reconnect();
      else this.#socket.goOnline();
    });
  }

  /** Gives up the socket and all that waits on it. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#isRetired = true;
    this.#socket.close();
    for (const operation of this.#operations) {
      operation.fail(new Unavailable("silent", "The connection to the database was given up."));
    }
  }

  #onConnectionChange(isConnected: boolean): void {
    this.#isConnected = isConnected;
    if (isConnected) {
      this.#lastTurnMs = this.#now();
      for (const operation of this.#operations) operation.start();
    } else if (this.#isRetired) {
      this.close();
    }
  }

  /** Reconnects the socket once it has been silent for too long, seen from now on. Returns how to stop watching. */
  #watch(): () => void {
    const startedMs = this.#now();
    const check = (): void => {
      const lastSignMs = Math.max(startedMs, this.#lastAnswerMs, this.#lastTurnMs);
      const restMs = this.#patienceMs - (this.#now() - lastSignMs);
      // Timers run up to a millisecond early.
      if (restMs > 1) timer = setTimeout(check, restMs);
      else this.#reconnect();
    };
    let timer = setTimeout(check, this.#patienceMs);
    return () => {
      clearTimeout(timer);
    };
  }

  #reconnect(): void {
    this.#lastTurnMs = this.#now();
    this.#socket.goOffline();
    this.#socket.goOnline();
  }

  #retire(): void {
    this.#isRetired = true;
    const isSilent = this.#now() - this.#lastAnswerMs >= this.#patienceMs;
    if (!this.#isConnected || isSilent || this.#operations.size === 0) this.close();
  }
}
