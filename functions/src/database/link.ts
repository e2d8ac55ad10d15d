/**
 * One socket to the database and the operations that wait on it. The SDK waits for ever and keeps what it could not
 * send, so:
 * 1. nothing is handed to a socket that is down; it is asked to connect, and the operation waits. Where nothing waited
 *    yet, the SDK's own attempt is not relied on: it may hang since the time of an outage, so a new one begins;
 * 2. a socket on which nothing at all arrives while an operation waits is closed and opened anew. Each time that it
 *    connects all the same, the database may only be slow: the next silence is borne for longer;
 * 3. an operation whose time is over is dropped where the socket never had it. Where it had, the link is retired, for
 *    what the socket still holds must never land: it is given up once its other operations are answered, or at once
 *    where the socket is down or silent. Those that wait then go over to another link.
 */

import { Unavailable, type CommitOutcome, type ReadOutcome, type Update } from "./database";
import type { Patience } from "./patience";

/** A connection as the SDK offers it: its operations may wait for ever. */
export interface Socket {
  read(path: string): Promise<ReadOutcome>;
  commit(update: Update): Promise<CommitOutcome>;
  goOnline(): void;
  /** Breaks the connection. What is not answered is sent again after `goOnline`. */
  goOffline(): void;
  /** Breaks the connection and drops all that is not sent. */
  close(): void;
  /** A number that changes when anything arrives; undefined where that is not known. */
  heard(): number | undefined;
}

/** Opens a socket, which tells from then on whether it is connected. */
export type OpenSocket = (onConnectionChange: (isConnected: boolean) => void) => Socket;

/** Something asked of the database that is not answered yet. */
export interface Operation {
  readonly send: (socket: Socket) => Promise<unknown>;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Unavailable) => void;
  /** Calls `expire` of the link it waits on. */
  readonly deadline: NodeJS.Timeout;
  link?: Link;
}

export interface LinkSettings {
  /** How long a request may wait for the database, all in all. */
  readonly deadlineMs: number;
  /** What has been learned of the database's slowness, over all links. */
  readonly patience: Patience;
  /** Takes over what waits when the link is given up. */
  readonly onGivenUp: (operations: Iterable<Operation>) => void;
}

/** How old an attempt to connect may be that a first operation still relies on, in milliseconds. */
const MAX_ATTEMPT_AGE_MS = 1000;

/** How long a slow database's socket may have lain idle that is used as it is, in milliseconds. */
const MAX_IDLE_MS = 30_000;

export class Link {
  readonly #settings: LinkSettings;
  readonly #patience: Patience;
  readonly #now: () => number;
  readonly #socket: Socket;
  /** With the time at which the socket was handed each; the SDK itself sends it again after a reconnection. */
  readonly #operations = new Map<Operation, number | undefined>();
  #steps: NodeJS.Timeout | undefined;
  #silentSteps = 0;
  #heard: number | undefined;
  #isConnected = false;
  #isRetired = false;
  #isClosed = false;
  /** When an operation was answered last. */
  #lastAnswerMs: number;
  /** When the socket was opened, connected or made to reconnect. */
  #lastTurnMs: number;
  /** When the socket was opened or went down. */
  #downSinceMs: number;

  /** @param now a clock in milliseconds that never goes back */
  constructor(open: OpenSocket, settings: LinkSettings, now: () => number) {
    this.#settings = settings;
    this.#patience = settings.patience;
    this.#now = now;
    this.#lastAnswerMs = this.#lastTurnMs = this.#downSinceMs = now();
    this.#socket = open((isConnected) => this.#onConnectionChange(isConnected));
  }

  /** Whether new operations belong on another link. */
  get isRetired(): boolean {
    return this.#isRetired;
  }

  /** Sees to an operation, which may have waited on another link before. */
  perform(operation: Operation): void {
    operation.link = this;
    const isFirst = this.#operations.size === 0;
    this.#operations.set(operation, undefined);
    this.#watch(isFirst);
    if (this.#isConnected && !(isFirst && this.#isDoubtful())) this.#send(operation);
    else if (isFirst && this.#now() - this.#lastTurnMs > MAX_ATTEMPT_AGE_MS) this.#reconnect();
    else this.#socket.goOnline();
  }

  /** Ends an operation whose time is over. */
  expire(operation: Operation): void {
    const sentMs = this.#operations.get(operation);
    this.#operations.delete(operation);
    operation.reject(new Unavailable("silent", "The database did not answer in time."));
    // What keeps a socket down for so long may be within the SDK, such as a credential that never comes.
    const isStuck =
      !this.#isConnected && this.#now() - this.#downSinceMs >= this.#settings.deadlineMs;
    if (sentMs !== undefined || isStuck) this.#retire();
  }

  /** Gives up the socket. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#isRetired = true;
    clearInterval(this.#steps);
    this.#socket.close();
    const operations = [...this.#operations.keys()];
    this.#operations.clear();
    this.#settings.onGivenUp(operations);
  }

  /** Whether its silence, were it lost by now, would be borne for long. */
  #isDoubtful(): boolean {
    const idleMs = this.#now() - Math.max(this.#lastAnswerMs, this.#lastTurnMs);
    return this.#patience.isLong && idleMs > MAX_IDLE_MS;
  }

  #send(operation: Operation): void {
    this.#operations.set(operation, this.#now());
    // Not resolved with the promise itself: each more of them costs, as the platform's framework watches all.
    const answer = operation.send(this.#socket);
    answer.then(
      (value) => this.#onAnswer(operation, value),
      () => this.#onAnswer(operation, answer),
    );
  }

  #onAnswer(operation: Operation, answer: unknown): void {
    this.#lastAnswerMs = this.#now();
    this.#silentSteps = 0;
    const sentMs = this.#operations.get(operation);
    // Its time was over, or it waits on another link by now.
    if (sentMs === undefined) return;
    this.#operations.delete(operation);
    this.#patience.learnFromAnswer(this.#lastAnswerMs - Math.max(sentMs, this.#lastTurnMs));
    clearTimeout(operation.deadline);
    operation.resolve(answer);
    if (this.#isRetired && this.#operations.size === 0) this.close();
  }

  #onConnectionChange(isConnected: boolean): void {
    this.#isConnected = isConnected;
    if (isConnected) {
      this.#lastTurnMs = this.#now();
      this.#silentSteps = 0;
      for (const [operation, sentMs] of this.#operations) {
        if (sentMs === undefined) this.#send(operation);
      }
    } else {
      this.#downSinceMs = this.#now();
      if (this.#isRetired) this.close();
    }
  }

  #watch(isAnew: boolean): void {
    if (isAnew) this.#silentSteps = 0;
    if (this.#steps !== undefined) return;
    this.#heard = this.#socket.heard();
    this.#steps = setInterval(() => this.#step(), this.#patience.stepMs);
  }

  #step(): void {
    if (this.#operations.size === 0) {
      clearInterval(this.#steps);
      this.#steps = undefined;
      return;
    }
    const heard = this.#socket.heard();
    this.#silentSteps = heard === this.#heard ? this.#silentSteps + 1 : 0;
    this.#heard = heard;
    if (this.#silentSteps < this.#borneSteps()) return;
    this.#patience.learnFromSilence(this.#isConnected);
    this.#reconnect();
  }

  #borneSteps(): number {
    // One that is retired still holds what must never land.
    if (this.#isConnected && !this.#isRetired) return this.#patience.forAnswers;
    return this.#heard === undefined ? this.#patience.forOpening : this.#patience.forConnecting;
  }

  #reconnect(): void {
    this.#silentSteps = 0;
    this.#lastTurnMs = this.#now();
    this.#socket.goOffline();
    // Going offline closes a link that was retired, and with it the socket.
    if (!this.#isClosed) this.#socket.goOnline();
  }

  #retire(): void {
    this.#isRetired = true;
    const isSilent = this.#now() - this.#lastAnswerMs >= this.#patience.thirdMs;
    if (!this.#isConnected || isSilent || this.#operations.size === 0) this.close();
  }
}
