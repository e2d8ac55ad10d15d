/**
 * The connection to the database. The SDK waits without limit and sends again whatever was not answered, so this module
 * decides when an attempt, a socket and an operation have taken too long. It promises:
 * a. Every operation ends by its deadline, with an answer or with `Unavailable` (at most TICK_MS later).
 * b. An operation is sent only over a connected socket. While there is none, an attempt to connect begins each second,
 *    beside the earlier ones, and the first to connect gets all waiting operations.
 * c. Nothing is sent after its deadline: a socket that disconnects, or that answers nobody, is closed, because the SDK
 *    would send again. A write that is already on the network may still be stored.
 * d. A slow answer is waited for. If a socket gives no answer for 3 seconds, another one is opened beside it, and one
 *    more every 3 seconds until the database answers on one of them. That one then gets a copy of what waits (the same
 *    values to the same paths, so that the history has nothing twice) and everything new. The first answer counts,
 *    whichever socket it comes from. Afterwards none is opened while operations still wait for the old socket.
 */

import type { Log } from "../log";
import { Unavailable, UNREADABLE_PATH } from "./database";
import type { OpenSocket, Socket } from "./socket";

/** Time from one attempt to connect to the next, in milliseconds. */
const ATTEMPT_INTERVAL_MS = 1_000;
/**
 * Time after which an attempt is closed, in milliseconds: longer than a request waits by default, for a database far
 * away.
 */
const ATTEMPT_MS = 20_000;
/** Time without an answer after which a socket with unanswered operations is inactive, in milliseconds. */
const INACTIVITY_MS = 3_000;
/** With a shorter deadline than this, the three times above are shorter in proportion. */
const USUAL_DEADLINE_MS = 10_000;
/** How often times are checked, in milliseconds. */
const TICK_MS = 100;

interface Operation {
  readonly send: (socket: Socket) => Promise<unknown>;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** Its deadline on the connection's clock, in milliseconds. */
  readonly deadlineMs: number;
}

interface TrackedSocket {
  socket?: Socket;
  readonly openedAtMs: number;
  /** `probing`: connected beside the current one, and waits for an answer. `draining`: another one took over. */
  state: "connecting" | "probing" | "current" | "draining";
  /** Sent over this socket and not answered there. */
  readonly unanswered: Set<Operation>;
  /** When the last answer arrived, or the first operation was sent after all had been answered. */
  activeAtMs: number;
}

export class Connection {
  /**
   * Whether the database applies its rules to the functions, as the newest socket's probe found; undefined before the
   * first answer.
   */
  rulesApply: boolean | undefined;
  /** Waiting for an answer, sent or not. */
  readonly #operations = new Set<Operation>();
  readonly #sockets = new Set<TrackedSocket>();
  readonly #scale: number;
  /** The one that new operations are sent over. */
  #current: TrackedSocket | undefined;
  #lastAttemptMs = -Infinity;

  /**
   * @param timeoutMs how long a request may wait for the database, in milliseconds
   * @param now a clock in milliseconds that never goes back
   */
  constructor(
    readonly open: OpenSocket,
    timeoutMs: number,
    readonly now: () => number,
    readonly log: Pick<Log, "connectionRenewed" | "overrideIgnored">,
  ) {
    this.#scale = Math.min(1, timeoutMs / USUAL_DEADLINE_MS);
    setInterval(() => this.#tick(), TICK_MS).unref();
  }

  /**
   * Asks something of the database.
   * @param send must not throw, but return a promise
   * @param deadlineMs the deadline, on the connection's clock
   * @throws Unavailable when the deadline is over
   */
  submit<T>(send: (socket: Socket) => Promise<T>, deadlineMs: number): Promise<T> {
    if (this.now() >= deadlineMs) return Promise.reject(timeout());
    return new Promise((resolve, reject) => {
      // The cast is safe: `resolve` gets what this `send` returned.
      const operation = { send, resolve: resolve as (answer: unknown) => void, reject, deadlineMs };
      this.#operations.add(operation);
      if (this.#current === undefined) this.#attempt();
      else this.#send(operation, this.#current);
    });
  }

  /** How many operations wait for an answer, sent or not. */
  get inFlight(): number {
    return this.#operations.size;
  }

  get isConnected(): boolean {
    return this.#current !== undefined;
  }

  #tick(): void {
    for (const operation of this.#operations) {
      if (this.now() < operation.deadlineMs) continue;
      this.#operations.delete(operation);
      operation.reject(timeout());
    }
    for (const tracked of this.#sockets) if (!this.#isNeeded(tracked)) this.#close(tracked);
    this.#attempt();
  }

  #isNeeded(tracked: TrackedSocket): boolean {
    const unanswered = [...tracked.unanswered];
    if (unanswered.some((each) => this.#operations.has(each))) return true;
    const hasTimedOut = unanswered.some(({ deadlineMs }) => this.now() >= deadlineMs);
    // Closed only once an operation has timed out on it: until then a late answer is still useful.
    if (tracked.state === "current") return !(hasTimedOut && this.#isInactive(tracked));
    if (tracked.state === "draining") return false;
    return this.#needsSocket() && !this.#hasElapsed(tracked.openedAtMs, ATTEMPT_MS);
  }

  #hasElapsed(sinceMs: number, durationMs: number): boolean {
    return this.now() - sinceMs >= durationMs * this.#scale;
  }

  #isInactive({ unanswered, activeAtMs }: TrackedSocket): boolean {
    return unanswered.size > 0 && this.#hasElapsed(activeAtMs, INACTIVITY_MS);
  }

  #needsSocket(): boolean {
    return this.#current === undefined || this.#isInactive(this.#current);
  }

  /** Begins an attempt to connect if one is needed and the last one began long enough ago. */
  #attempt(): void {
    if (this.#operations.size === 0 || !this.#needsSocket()) return;
    const hasCurrent = this.#current !== undefined;
    // A second takeover would send everything a third time.
    if (hasCurrent && [...this.#sockets].some(({ state }) => state === "draining")) return;
    const intervalMs = hasCurrent ? INACTIVITY_MS : ATTEMPT_INTERVAL_MS;
    if (!this.#hasElapsed(this.#lastAttemptMs, intervalMs)) return;
    const nowMs = this.now();
    this.#lastAttemptMs = nowMs;
    const tracked: TrackedSocket = {
      openedAtMs: nowMs,
      state: "connecting",
      unanswered: new Set(),
      activeAtMs: nowMs,
    };
    this.#sockets.add(tracked);
    try {
      tracked.socket = this.open((isConnected) => {
        if (isConnected) this.#onConnect(tracked);
        else if (tracked.state !== "connecting") this.#close(tracked);
      });
    } catch (error) {
      // The SDK refuses what the deployment's parameters say: no attempt can succeed.
      this.#sockets.delete(tracked);
      for (const { reject } of this.#operations) reject(error);
      this.#operations.clear();
    }
  }

  /** Each socket first sends a request whose answer shows whether the socket works, and whether the rules apply. */
  #onConnect(tracked: TrackedSocket): void {
    if (!this.#sockets.has(tracked) || tracked.socket === undefined) return;
    tracked.state = "probing";
    const onAnswer = (rulesApply?: boolean): void => {
      if (!this.#sockets.has(tracked)) return;
      if (rulesApply === false && this.rulesApply !== false) this.log.overrideIgnored();
      this.rulesApply = rulesApply ?? this.rulesApply;
      if (tracked.state === "probing" && this.#needsSocket()) this.#use(tracked);
    };
    tracked.socket.read(UNREADABLE_PATH).then(
      () => onAnswer(false),
      // Any error is an answer: it comes from the database.
      (error: unknown) => {
        onAnswer(error instanceof Unavailable && error.reason === "denied" ? true : undefined);
      },
    );
    if (this.#current === undefined) this.#use(tracked);
  }

  /** Sends everything over this socket from now on, also what waits for an answer. */
  #use(tracked: TrackedSocket): void {
    if (this.#current !== undefined) {
      this.#current.state = "draining";
      this.log.connectionRenewed();
    }
    tracked.state = "current";
    this.#current = tracked;
    for (const operation of this.#operations) this.#send(operation, tracked);
  }

  #send(operation: Operation, tracked: TrackedSocket): void {
    const nowMs = this.now();
    if (nowMs >= operation.deadlineMs || tracked.socket === undefined) return;
    if (tracked.unanswered.size === 0) tracked.activeAtMs = nowMs;
    tracked.unanswered.add(operation);
    const onAnswer = (settle: () => void): void => {
      // The SDK may reject the operations that it drops.
      if (!this.#sockets.has(tracked)) return;
      tracked.unanswered.delete(operation);
      tracked.activeAtMs = this.now();
      // Not if its deadline is over, or the answer already came over another socket.
      if (this.#operations.delete(operation)) settle();
    };
    operation.send(tracked.socket).then(
      (answer) => onAnswer(() => operation.resolve(answer)),
      (error: unknown) => onAnswer(() => operation.reject(error)),
    );
  }

  #close(tracked: TrackedSocket): void {
    if (!this.#sockets.delete(tracked)) return;
    tracked.socket?.close();
    if (tracked !== this.#current) return;
    this.#current = undefined;
    if (this.#isInactive(tracked)) this.log.connectionRenewed();
    const next = [...this.#sockets].find(({ state }) => state === "probing");
    if (next === undefined) this.#attempt();
    else this.#use(next);
  }
}

function timeout(): Unavailable {
  return new Unavailable("timeout", "The database did not answer in time.");
}
