/**
 * The connection to the database. The SDK waits without limit and sends again whatever was not answered, so this module
 * decides when an attempt, a connection and an operation have taken too long. It promises:
 * a. Every operation ends by its deadline, with an answer or with `Unavailable` (at most TICK_MS later).
 * b. An operation is only handed to a socket that is connected. While none is, attempts to connect follow each other at
 *    a fixed interval. Each is left alone until the deadline, and the first to connect takes all that waits: a database
 *    that is back is reached at once, and one that is far away is reached too.
 * c. What is past its deadline is not sent again. A socket that owes an answer is closed when it loses its connection, and
 *    when it is inactive and nobody waits for it any more. So nothing that was queued lands later; what was already on
 *    the network may.
 * d. Slowness alone costs nothing. A connected socket without any answer for INACTIVITY_MS stays open, and another is
 *    opened beside it, which takes over only when the database answers a read there first. What was not answered is then
 *    sent there: the same values to the same paths, so nothing doubles.
 */

import type { Log } from "../log";
import { Unavailable, UNREADABLE_PATH } from "./database";
import type { OpenSocket, Socket } from "./socket";

/** Time from one attempt to connect to the next, in milliseconds. */
const ATTEMPT_INTERVAL_MS = 1_000;
/** How long a socket may owe answers without any, until another is opened beside it, in milliseconds. */
const INACTIVITY_MS = 3_000;
/** Where the deadline is shorter than this, both are shorter in proportion. */
const USUAL_DEADLINE_MS = 10_000;
/** How often deadlines and inactivity are looked at while anything waits, in milliseconds. */
const TICK_MS = 100;

/** Something asked of the database that is not answered yet. */
interface Operation {
  readonly send: (socket: Socket) => Promise<unknown>;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** On the connection's clock, in milliseconds. */
  readonly endMs: number;
  sentOver?: OpenedSocket | undefined;
}

/** A socket and what is known of it. */
class OpenedSocket {
  socket!: Socket;
  isConnected = false;
  /** How many answers it owes, also to operations whose deadline is over. */
  unanswered = 0;
  /** Since when it owes an answer and gave none. */
  inactiveSinceMs = 0;

  constructor(readonly openedAtMs: number) {}
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
  readonly #attemptIntervalMs: number;
  readonly #inactivityMs: number;
  readonly #operations = new Set<Operation>();
  readonly #sockets = new Set<OpenedSocket>();
  /** The socket that operations are sent over. It is connected, or was the last to be. */
  #current: OpenedSocket | undefined;
  #lastAttemptMs = -Infinity;
  #timer: NodeJS.Timeout | undefined;

  constructor(open: OpenSocket, settings: ConnectionSettings) {
    this.#open = open;
    this.#settings = settings;
    const scale = Math.min(1, settings.deadlineMs / USUAL_DEADLINE_MS);
    this.#attemptIntervalMs = ATTEMPT_INTERVAL_MS * scale;
    this.#inactivityMs = INACTIVITY_MS * scale;
  }

  /**
   * Asks something of the database.
   * @param endMs the deadline, on the connection's clock
   * @throws Unavailable when the deadline is over
   */
  submit<T>(send: (socket: Socket) => Promise<T>, endMs: number): Promise<T> {
    if (this.#settings.now() >= endMs) return Promise.reject(timeout());
    return new Promise((resolve, reject) => {
      // An operation is resolved with what its own `send` returned.
      const operation = { send, resolve: resolve as (answer: unknown) => void, reject, endMs };
      this.#operations.add(operation);
      if (this.#isServing()) this.#send(operation);
      else this.#attempt();
      this.#timer ??= setTimeout(() => this.#tick(), TICK_MS);
    });
  }

  #isServing(): boolean {
    return this.#current?.isConnected === true;
  }

  /** Whether it has owed an answer for so long and given none. */
  #isInactive({ isConnected, unanswered, inactiveSinceMs }: OpenedSocket): boolean {
    return isConnected && unanswered > 0 && this.#passed(inactiveSinceMs, this.#inactivityMs);
  }

  #passed(sinceMs: number, durationMs: number): boolean {
    return this.#settings.now() - sinceMs >= durationMs;
  }

  /** Sends what waits, if need be over another socket that is connected, or begins an attempt to connect. */
  #proceed(): void {
    if (!this.#isServing()) {
      const connected = [...this.#sockets].find(({ isConnected }) => isConnected);
      if (connected !== undefined) this.#takeOver(connected);
    }
    for (const operation of this.#operations) {
      if (operation.sentOver === undefined) this.#send(operation);
    }
    if (this.#operations.size > 0 && !this.#isServing()) this.#attempt();
  }

  /** Begins an attempt to connect, unless one began a moment ago. */
  #attempt(): void {
    if (!this.#passed(this.#lastAttemptMs, this.#attemptIntervalMs)) return;
    this.#lastAttemptMs = this.#settings.now();
    const opened = new OpenedSocket(this.#lastAttemptMs);
    this.#sockets.add(opened);
    opened.socket = this.#open((isConnected) => this.#onConnectionChange(opened, isConnected));
  }

  #onConnectionChange(opened: OpenedSocket, isConnected: boolean): void {
    // The SDK reports the end of a connection that is being closed here, too.
    if (!this.#sockets.has(opened)) return;
    opened.isConnected = isConnected;
    if (isConnected && this.#isServing() && opened !== this.#current) this.#probe(opened);
    if (!isConnected && opened.unanswered > 0) this.#close(opened);
    this.#proceed();
  }

  /** Finds out whether the database answers over a second socket while the first one is inactive. */
  #probe(opened: OpenedSocket): void {
    // The network may have been what was inactive: from now on the answers may come.
    if (this.#current !== undefined) this.#current.inactiveSinceMs = this.#settings.now();
    const takeOver = (): void => {
      if (this.#sockets.has(opened) && opened.isConnected) this.#takeOver(opened);
      this.#proceed();
    };
    // An error that the database reports is an answer as well.
    opened.socket.read(UNREADABLE_PATH).then(takeOver, takeOver);
  }

  /** From now on operations are sent over this socket, and no other is needed. */
  #takeOver(opened: OpenedSocket): void {
    this.#closeAllBut(opened);
    this.#current = opened;
  }

  #send(operation: Operation): void {
    const opened = this.#current;
    if (opened?.isConnected !== true) return;
    if (opened.unanswered === 0) opened.inactiveSinceMs = this.#settings.now();
    opened.unanswered += 1;
    operation.sentOver = opened;
    operation.send(opened.socket).then(
      (answer) => this.#onAnswer(operation, opened, () => operation.resolve(answer)),
      (error: unknown) => this.#onAnswer(operation, opened, () => operation.reject(error)),
    );
  }

  #onAnswer(operation: Operation, opened: OpenedSocket, settle: () => void): void {
    opened.unanswered -= 1;
    opened.inactiveSinceMs = this.#settings.now();
    if (opened === this.#current) this.#closeAllBut(opened);
    // Unless its deadline was over, or it was sent over another socket.
    if (operation.sentOver === opened && this.#operations.delete(operation)) settle();
  }

  #tick(): void {
    for (const operation of this.#operations) {
      if (this.#settings.now() < operation.endMs) continue;
      this.#operations.delete(operation);
      operation.reject(timeout());
    }
    const awaited = new Set([...this.#operations].map(({ sentOver }) => sentOver));
    for (const opened of this.#sockets) {
      if (opened.isConnected ? this.#isAbandoned(opened, awaited) : this.#isSpare(opened)) {
        this.#close(opened);
      }
    }
    this.#proceed();
    if (this.#operations.size > 0 && this.#needsProbe()) this.#attempt();
    const isOwed = [...this.#sockets].some(({ unanswered }) => unanswered > 0);
    const goesOn = this.#operations.size > 0 || isOwed;
    this.#timer = goesOn ? setTimeout(() => this.#tick(), TICK_MS) : undefined;
  }

  /** Whether nobody waits any more for what it owes. */
  #isAbandoned(opened: OpenedSocket, awaited: ReadonlySet<OpenedSocket | undefined>): boolean {
    return this.#isInactive(opened) && !awaited.has(opened);
  }

  /** Whether an attempt is not needed. The newest stays: the SDK goes on trying, for the next request. */
  #isSpare({ openedAtMs }: OpenedSocket): boolean {
    if (openedAtMs === this.#lastAttemptMs) return false;
    return this.#operations.size === 0 || this.#passed(openedAtMs, this.#settings.deadlineMs);
  }

  #needsProbe(): boolean {
    const current = this.#current;
    if (current === undefined || !this.#isInactive(current)) return false;
    return ![...this.#sockets].some((each) => each !== current && each.isConnected);
  }

  #closeAllBut(kept: OpenedSocket): void {
    for (const opened of this.#sockets) if (opened !== kept) this.#close(opened);
  }

  #close(opened: OpenedSocket): void {
    this.#sockets.delete(opened);
    if (this.#current === opened) {
      this.#current = undefined;
      if (opened.isConnected) this.#settings.log.connectionRenewed();
    }
    for (const operation of this.#operations) {
      if (operation.sentOver === opened) operation.sentOver = undefined;
    }
    opened.socket.close();
  }
}

/** What ends an operation, or a wait, at its deadline. */
export function timeout(): Unavailable {
  return new Unavailable("timeout", "The database did not answer in time.");
}
