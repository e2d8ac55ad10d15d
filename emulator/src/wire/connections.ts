/**
 * The open connections. Each is a session over a WebSocket or by long polling. A connection ends when its transport
 * closes or when its client opens a new connection. It also ends if the client neither sends nor receives anything
 * between two pings.
 */

import type { Namespaces } from "../namespaces";
import { encodeMessage } from "./frame";
import { controlMessage, parseMessage } from "./protocol";
import { Session, type Socket } from "./session";

export interface Transport extends Socket {
  /** Grows with everything that the client sends, pongs included. */
  readonly received: number;
  ping(): void;
  /** Closes without waiting for the client. */
  terminate(): void;
  /**
   * Calls `receive` with each frame, and `end` once or several times when the transport closes or is about to close.
   */
  follow(receive: (frame: string) => void, end: () => void): void;
}

export interface ConnectionsOptions {
  readonly namespaces: Namespaces;
  /** Tells clients on sockets which rule refused a write. */
  readonly isExplaining: boolean;
  readonly createSessionId: () => string;
  /** A connection is pinged at one of this many calls of `ping`: thousands of pings at once would delay all clients. */
  readonly pingTurns: number;
  /**
   * Called with an error of the emulator itself, such as a full disk. The client whose request failed is disconnected.
   */
  readonly onFault: (error: unknown) => void;
}

export interface Client {
  readonly namespace: string;
  /** The host by which the client knows the emulator. */
  readonly host: string;
  /** `ls`: the client's previous session. The server may not have noticed that it is lost. */
  readonly lastSessionId: string | null;
}

export class Connections {
  private readonly connections = new Map<string, Connection>();
  private opened = 0;
  private turn = 0;

  constructor(private readonly options: ConnectionsOptions) {}

  /** @returns the id of the new session */
  open(transport: Transport, { namespace, host, lastSessionId }: Client): string {
    const { namespaces, createSessionId, isExplaining, onFault } = this.options;
    // The `onDisconnect` writes of the last session must come before the client's next requests.
    if (lastSessionId !== null) this.connections.get(lastSessionId)?.terminate();
    const sessionId = createSessionId();
    try {
      const database = namespaces.get(namespace);
      const session = new Session(transport, { database, host, sessionId, isExplaining });
      const onEnd = (): void => void this.connections.delete(sessionId);
      this.opened += 1;
      const turn = this.opened % this.options.pingTurns;
      this.connections.set(sessionId, new Connection(transport, session, turn, onFault, onEnd));
    } catch (error) {
      onFault(error);
      transport.terminate();
    }
    return sessionId;
  }

  /** Moves a client from long polling to a WebSocket. */
  upgrade(transport: Transport, sessionId: string): void {
    const connection = this.connections.get(sessionId);
    if (connection === undefined) transport.close();
    else connection.upgrade(transport);
  }

  /**
   * Handles the connections of the current turn: ends those that were inactive since their last turn, pings the
   * others.
   */
  ping(): void {
    this.turn = (this.turn + 1) % this.options.pingTurns;
    for (const connection of this.connections.values()) {
      if (connection.turn === this.turn) connection.ping();
    }
  }

  closeAll(): void {
    for (const connection of this.connections.values()) connection.terminate();
  }
}

/**
 * Maximum length of frames that arrive early over a new transport. Until it has moved, a client should use the old
 * one.
 */
const MAX_EARLY_LENGTH = 16 * 1024 * 1024;

/** Source for moving to a WebSocket: Connection of the public client SDK (firebase-js-sdk, packages/database) */
class Connection {
  private receivedAtPing = -1;
  private bufferedAtPing = 0;
  /**
   * The transport to which the client moves, and frames that arrived there before the client left the old transport.
   */
  private next: Transport | undefined;
  private early: string[] = [];
  private earlyLength = 0;

  constructor(
    private transport: Transport,
    private readonly session: Session,
    readonly turn: number,
    private readonly onFault: (error: unknown) => void,
    private readonly onEnd: () => void,
  ) {
    transport.follow(
      (frame) => this.guard(() => this.receive(frame)),
      () => {
        if (transport === this.transport) this.end();
      },
    );
  }

  terminate(): void {
    this.end();
    this.transport.terminate();
  }

  ping(): void {
    const { received, bufferedBytes } = this.transport;
    // A slow client still reads earlier messages. It is active while its buffer shrinks.
    if (received === this.receivedAtPing && bufferedBytes >= this.bufferedAtPing) {
      this.terminate();
    } else {
      this.receivedAtPing = received;
      this.bufferedAtPing = bufferedBytes;
      this.transport.ping();
    }
  }

  upgrade(next: Transport): void {
    this.next?.terminate();
    this.next = next;
    this.early = [];
    this.earlyLength = 0;
    next.follow(
      (frame) => this.receiveEarly(next, frame),
      () => {
        if (next === this.next) this.next = undefined;
        else if (next === this.transport) this.end();
      },
    );
    control(next, "a");
  }

  private receive(frame: string): void {
    if (this.next !== undefined && controlOf(frame) === "n") this.move(this.next);
    else this.session.receive(frame);
  }

  private receiveEarly(next: Transport, frame: string): void {
    if (next === this.transport) this.guard(() => this.session.receive(frame));
    else if (controlOf(frame) === "p") control(next, "o");
    else if ((this.earlyLength += frame.length) > MAX_EARLY_LENGTH) next.terminate();
    else this.early.push(frame);
  }

  private move(next: Transport): void {
    const { transport: last, early } = this;
    control(last, "n");
    this.transport = next;
    this.session.socket = next;
    this.next = undefined;
    this.receivedAtPing = -1;
    last.close();
    for (const frame of early) this.session.receive(frame);
  }

  private end(): void {
    this.onEnd();
    this.next?.terminate();
    this.guard(() => this.session.end());
  }

  private guard(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.onFault(error);
      this.terminate();
    }
  }
}

function control(transport: Transport, type: "a" | "n" | "o"): void {
  for (const frame of encodeMessage(controlMessage(type, {}))) transport.send(frame);
}

function controlOf(frame: string): unknown {
  const message = parseMessage(frame);
  return message?.type === "control" ? message.action : undefined;
}
