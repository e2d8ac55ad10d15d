/**
 * A socket in memory that behaves like the SDK's: what is asked while it is down waits for the connection, what is
 * asked of a stalled server waits for ever, and after a reconnection all that is unanswered is sent once more.
 */

import type { CommitOutcome, ReadOutcome, Update } from "../../functions/src/database/database";
import type { OpenSocket, Socket } from "../../functions/src/database/link";
import { MemoryDatabase } from "./memory-database";

export class MemoryServer {
  readonly database = new MemoryDatabase();
  readonly sockets = new Set<MemorySocket>();
  /** Sockets opened so far. */
  opened = 0;
  #state: "up" | "down" | "stalled" = "up";

  readonly open: OpenSocket = (onConnectionChange) => {
    this.opened += 1;
    const socket = new MemorySocket(this, onConnectionChange);
    this.sockets.add(socket);
    return socket;
  };

  get state(): "up" | "down" | "stalled" {
    return this.#state;
  }

  /** Down: sockets are cut. Stalled: they stay open and nothing is answered. Up: stalled messages are answered now. */
  become(state: "up" | "down" | "stalled"): void {
    this.#state = state;
    for (const socket of this.sockets) socket.onServerChange();
  }
}

export class MemorySocket implements Socket {
  readonly #unanswered = new Set<() => void>();
  #isConnected = false;
  #connections = 0;
  #isLost = false;
  /** What has arrived: connections and answers. */
  #arrived = 0;
  /** Requests sent, again ones included. */
  sent = 0;
  reconnections = 0;

  constructor(
    readonly server: MemoryServer,
    readonly onConnectionChange: (isConnected: boolean) => void,
  ) {}

  read(path: string): Promise<ReadOutcome> {
    return this.#ask(() => this.server.database.read(path));
  }

  commit(update: Update): Promise<CommitOutcome> {
    return this.#ask(() => this.server.database.commit(update));
  }

  goOnline(): void {
    if (!this.server.sockets.has(this)) throw new Error("This socket is closed.");
    this.#connect();
  }

  goOffline(): void {
    this.reconnections += 1;
    this.#disconnect();
  }

  heard(): number | undefined {
    return this.server.state === "down" ? undefined : this.#arrived;
  }

  close(): void {
    this.#unanswered.clear();
    this.server.sockets.delete(this);
    this.#disconnect();
  }

  /** The connection is lost without a sign: nothing arrives over it any more, either way. */
  vanish(): void {
    this.#isLost = true;
  }

  onServerChange(): void {
    if (this.server.state === "down") this.#disconnect();
    if (this.server.state === "up" && this.#isConnected) this.#sendAll();
  }

  #ask<T>(carryOut: () => Promise<T>): Promise<T> {
    return new Promise((resolve) => {
      const request = (): void => {
        const connection = this.#connections;
        const answer = carryOut();
        const settle = (): void => {
          // What a connection has not brought is lost with it.
          if (!this.#isConnected || this.#isLost || connection !== this.#connections) return;
          this.#unanswered.delete(request);
          this.#arrived += 1;
          resolve(answer);
        };
        answer.then(settle, settle);
      };
      this.#unanswered.add(request);
      if (this.#isConnected) this.#send(request);
    });
  }

  #send(request: () => void): void {
    this.sent += 1;
    if (this.server.state === "up" && !this.#isLost) request();
  }

  #sendAll(): void {
    for (const request of [...this.#unanswered]) this.#send(request);
  }

  #connect(): void {
    if (this.#isConnected || this.server.state !== "up") return;
    this.#isConnected = true;
    this.#connections += 1;
    this.#isLost = false;
    this.#arrived += 1;
    this.#sendAll();
    this.onConnectionChange(true);
  }

  #disconnect(): void {
    if (!this.#isConnected) return;
    this.#isConnected = false;
    this.onConnectionChange(false);
  }
}
