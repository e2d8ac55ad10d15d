/**
 * The connection to the database. The SDK waits without limit and sends again whatever was not answered, so this module
 * decides when an attempt, a socket and an operation have taken too long. It promises:
 * a. Every operation ends by its deadline, with an answer or with `Unavailable` (at most TICK_MS later).
 * b. An operation is sent only over a connected socket. While there is none, an attempt to connect begins each second,
 *    beside the earlier ones, and the first to connect gets all waiting operations. So a database that is back is reached
 *    at once, and one that is far away is reached too.
 * c. Nothing is sent after its deadline. A socket with unanswered operations is closed when it disconnects, because the
 *    SDK would send them again, and when one of them timed out and it is inactive. A write that is already on the network
 *    may still be stored.
 * d. A slow answer is waited for. When a socket gave no answer for 3 seconds, another one is opened beside it. If the
 *    database answers a read there, the new socket takes over: it gets new operations and a copy of the waiting ones (the
 *    same values to the same paths, so nothing doubles). The first answer counts, whichever socket it comes from.
 */

import type { Log } from "../log";
import { Unavailable, UNREADABLE_PATH } from "./database";
import type { OpenSocket, Socket } from "./socket";

/** Time from one attempt to connect to the next, in milliseconds. */
const ATTEMPT_INTERVAL_MS = 1_000;
/** Time after which an attempt is closed, in milliseconds. */
const ATTEMPT_MS = 10_000;
/** The oldest attempt has so many times as long: connecting may take longer than a request may wait. */
const OLDEST_ATTEMPT_FACTOR = 3;
/** Time without an answer after which a socket with unanswered operations is inactive, in milliseconds. */
const INACTIVITY_MS = 3_000;
/** With a shorter deadline than this, all of these times are shorter in proportion. */
const USUAL_DEADLINE_MS = 10_000;
/** How often times are checked while an operation waits, in milliseconds. */
const TICK_MS = 100;

/** Something asked of the database that is not answered yet. */
interface Operation {
  readonly send: (socket: Socket) => Promise<unknown>;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** Its deadline on the connection's clock, in milliseconds. */
  readonly endMs: number;
  /** Where it was sent. */
  readonly sockets: Set<TrackedSocket>;
}

/** A socket that is open, or an attempt to connect one. */
class TrackedSocket {
  socket!: Socket;
  connectedAtMs: number | undefined;
  /** Sent over this socket and not answered, whether somebody still waits for it or not. */
  unanswered = 0;
  /** When the last answer arrived, or the first operation was sent after all had been answered. */
  lastActivityMs = 0;
  /** Another socket took over: it gets no new operations. */
  isDraining = false;
  /** An operation timed out, and no answer has arrived since. */
  hasTimedOut = false;

  constructor(readonly openedAtMs: number) {}

  get isConnected(): boolean {
    return this.connectedAtMs !== undefined;
  }
}

export interface ConnectionSettings {
  /** How long a request may wait for the database, in milliseconds. */
  readonly deadlineMs: number;
  /** A clock in milliseconds that never goes back. */
  readonly now: () => number;
  readonly log: Pick<Log, "connectionRenewed">;
}

export class Connection {
  readonly #open: OpenSocket;
  readonly #settings: ConnectionSettings;
  /** By what the times above are shorter. */
  readonly #scale: number;
  readonly #operations = new Set<Operation>();
  /** In the order in which they were opened. */
  readonly #sockets = new Set<TrackedSocket>();
  /** Where operations are sent: connected, or the last one that was. */
  #current: TrackedSocket | undefined;
  #lastAttemptMs = -Infinity;
  #timer: NodeJS.Timeout | undefined;

  constructor(open: OpenSocket, settings: ConnectionSettings) {
    this.#open = open;
    this.#settings = settings;
    this.#scale = Math.min(1, settings.deadlineMs / USUAL_DEADLINE_MS);
  }

  /**
   * Asks something of the database.
   * @param send must not throw, but return a promise
   * @param endMs the deadline, on the connection's clock
   * @throws Unavailable when the deadline is over
   */
  submit<T>(send: (socket: Socket) => Promise<T>, endMs: number): Promise<T> {
    if (this.#settings.now() >= endMs) return Promise.reject(timeout());
    return new Promise((resolve, reject) => {
      const operation: Operation = {
        send,
        // It is resolved with what its own `send` returned.
        resolve: resolve as (answer: unknown) => void,
        reject,
        endMs,
        sockets: new Set(),
      };
      this.#operations.add(operation);
      if (!this.#isServing()) this.#attempt(ATTEMPT_INTERVAL_MS);
      this.#send(operation);
      this.#timer ??= setTimeout(() => this.#tick(), TICK_MS);
    });
  }

  #isServing(): boolean {
    return this.#current?.isConnected === true;
  }

  #isInactive({ unanswered, lastActivityMs }: TrackedSocket): boolean {
    return unanswered > 0 && this.#hasElapsed(lastActivityMs, INACTIVITY_MS);
  }

  #hasElapsed(sinceMs: number, durationMs: number): boolean {
    return this.#settings.now() - sinceMs >= durationMs * this.#scale;
  }

  /** Begins an attempt to connect, unless another one began less than the interval ago. */
  #attempt(intervalMs: number): void {
    if (!this.#hasElapsed(this.#lastAttemptMs, intervalMs)) return;
    this.#lastAttemptMs = this.#settings.now();
    const tracked = new TrackedSocket(this.#lastAttemptMs);
    try {
      tracked.socket = this.#open((isConnected) => this.#onConnectionChange(tracked, isConnected));
      this.#sockets.add(tracked);
    } catch (error) {
      // The SDK refuses what the deployment's parameters say: no attempt can succeed.
      for (const { reject } of this.#operations) reject(error);
      this.#operations.clear();
    }
  }

  #onConnectionChange(tracked: TrackedSocket, isConnected: boolean): void {
    // The SDK also reports that it is not connected yet, and the end of a connection that is being closed here.
    if (!this.#sockets.has(tracked)) return;
    tracked.connectedAtMs = isConnected ? this.#settings.now() : undefined;
    if (!isConnected && (tracked.unanswered > 0 || tracked.isDraining)) this.#close(tracked);
    if (isConnected && this.#isServing() && tracked !== this.#current) this.#askForAnswer(tracked);
    this.#sendWaiting();
  }

  /** Lets another socket take over when the database answers there while the current one is still inactive. */
  #askForAnswer(tracked: TrackedSocket): void {
    const takeOver = (): void => {
      const isNeeded = this.#current === undefined || this.#isInactive(this.#current);
      if (isNeeded && this.#sockets.has(tracked) && tracked.isConnected) this.#takeOver(tracked);
      this.#sendWaiting();
    };
    // An error that the database reports is an answer as well.
    tracked.socket.read(UNREADABLE_PATH).then(takeOver, takeOver);
  }

  #takeOver(tracked: TrackedSocket): void {
    const previous = this.#current;
    this.#current = tracked;
    if (previous === undefined || previous === tracked) return;
    previous.isDraining = true;
    if (previous.isConnected) this.#settings.log.connectionRenewed();
  }

  /** Sends what is not sent over the current socket. Without one, another that is connected becomes the current one. */
  #sendWaiting(): void {
    if (!this.#isServing()) {
      const connected = [...this.#sockets].find((each) => each.isConnected && !each.isDraining);
      if (connected !== undefined) this.#takeOver(connected);
    }
    for (const operation of this.#operations) this.#send(operation);
    if (this.#operations.size > 0 && !this.#isServing()) this.#attempt(ATTEMPT_INTERVAL_MS);
  }

  #send(operation: Operation): void {
    const tracked = this.#current;
    if (tracked?.isConnected !== true || operation.sockets.has(tracked)) return;
    const nowMs = this.#settings.now();
    if (nowMs >= operation.endMs) return;
    if (tracked.unanswered === 0) tracked.lastActivityMs = nowMs;
    tracked.unanswered += 1;
    operation.sockets.add(tracked);
    operation.send(tracked.socket).then(
      (answer) => this.#onAnswer(operation, tracked, () => operation.resolve(answer)),
      (error: unknown) => this.#onAnswer(operation, tracked, () => operation.reject(error)),
    );
  }

  #onAnswer(operation: Operation, tracked: TrackedSocket, settle: () => void): void {
    tracked.unanswered -= 1;
    tracked.lastActivityMs = this.#settings.now();
    tracked.hasTimedOut = false;
    // Unless its deadline is over, or the answer came over another socket before.
    if (this.#operations.delete(operation)) settle();
  }

  #tick(): void {
    for (const operation of this.#operations) {
      if (this.#settings.now() < operation.endMs) continue;
      this.#operations.delete(operation);
      for (const tracked of operation.sockets) tracked.hasTimedOut = true;
      operation.reject(timeout());
    }
    this.#closeUnneeded();
    this.#sendWaiting();
    if (this.#needsAnotherSocket()) this.#attempt(INACTIVITY_MS);
    const goesOn =
      this.#operations.size > 0 || this.#sockets.size > 1 || this.#current?.hasTimedOut === true;
    this.#timer = goesOn ? setTimeout(() => this.#tick(), TICK_MS) : undefined;
  }

  #closeUnneeded(): void {
    const awaited = new Set([...this.#operations].flatMap(({ sockets }) => [...sockets]));
    const oldest = [...this.#sockets].find(({ isConnected }) => !isConnected);
    for (const tracked of this.#sockets) {
      const isUnneeded = tracked.isConnected
        ? !awaited.has(tracked) && this.#isReplaceable(tracked)
        : this.#isUnneededAttempt(tracked, tracked === oldest);
      if (isUnneeded) this.#close(tracked);
    }
  }

  /** Whether a connected socket, for which nobody waits, has failed or is not the one that is used. */
  #isReplaceable(tracked: TrackedSocket): boolean {
    if (tracked === this.#current) return tracked.hasTimedOut && this.#isInactive(tracked);
    if (tracked.isDraining || this.#current === undefined) return true;
    // It was opened beside an inactive socket, and waits for an answer of its own.
    return !this.#isInactive(this.#current) || this.#hasElapsed(tracked.openedAtMs, ATTEMPT_MS);
  }

  /** When nobody waits, the newest attempt stays open: the SDK may have connected it when the next request arrives. */
  #isUnneededAttempt(tracked: TrackedSocket, isOldest: boolean): boolean {
    if (tracked.openedAtMs === this.#lastAttemptMs && !this.#isServing()) return false;
    if (this.#operations.size === 0) return true;
    if (this.#current !== undefined && this.#isServing()) return !this.#isInactive(this.#current);
    const limitMs = isOldest ? ATTEMPT_MS * OLDEST_ATTEMPT_FACTOR : ATTEMPT_MS;
    return this.#hasElapsed(tracked.openedAtMs, limitMs);
  }

  /** Whether the current socket is inactive and no other one is about to take over. */
  #needsAnotherSocket(): boolean {
    const current = this.#current;
    if (this.#operations.size === 0 || current?.isConnected !== true) return false;
    return this.#isInactive(current) && ![...this.#sockets].some((each) => each.isDraining);
  }

  #close(tracked: TrackedSocket): void {
    this.#sockets.delete(tracked);
    if (this.#current === tracked) {
      this.#current = undefined;
      if (tracked.hasTimedOut) this.#settings.log.connectionRenewed();
    }
    for (const { sockets } of this.#operations) sockets.delete(tracked);
    tracked.socket.close();
  }
}

/** What ends an operation, or a wait, at its deadline. */
export function timeout(): Unavailable {
  return new Unavailable("timeout", "The database did not answer in time.");
}
