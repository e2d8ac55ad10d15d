/**
 * One connection of a client: hello, then requests and their answers in order, and pushes in between. When it closes,
 * its listeners stop and what it left for its disconnection is written.
 */

import type { Database } from "../database";
import { NOBODY } from "../database/actor";
import type { Actor } from "../database/actor";
import { FrameAssembler, splitMessage } from "./frame";
import { answerMessage, errorMessage, helloMessage, parseMessage, pongMessage } from "./protocol";
import type { Answer, Body } from "./protocol";
import { authenticate, unauthenticate } from "./verbs/authenticate";
import { get } from "./verbs/get";
import { listen, unlisten } from "./verbs/listen";
import type { Listens } from "./verbs/listen";
import { cancelOnDisconnect, mergeOnDisconnect, putOnDisconnect } from "./verbs/on-disconnect";
import type { DisconnectWrites } from "./verbs/on-disconnect";
import { merge, put } from "./verbs/write";
import { OK } from "./protocol";

/** What a session needs of a socket. */
export interface Socket {
  send(frame: string): void;
  close(): void;
  /** Bytes that the client has not taken yet. */
  readonly bufferedBytes: number;
}

/** What the verbs work on. */
export interface SessionState {
  readonly database: Database;
  actor: Actor;
  readonly listens: Listens;
  readonly disconnectWrites: DisconnectWrites;
  /** Whether the client is told which rule said no. */
  readonly isExplaining: boolean;
  /** Sends a message that is no answer. */
  readonly push: (message: string) => void;
}

type Verb = (session: SessionState, body: Body) => Answer;

/** By the action of the request. */
const VERBS: ReadonlyMap<string, Verb> = new Map<string, Verb>([
  ["q", listen],
  ["n", unlisten],
  ["g", get],
  ["p", put],
  ["m", merge],
  ["o", putOnDisconnect],
  ["om", mergeOnDisconnect],
  ["oc", cancelOnDisconnect],
  ["auth", authenticate],
  ["gauth", authenticate],
  ["unauth", unauthenticate],
  // Statistics and App Check have no part in an emulator.
  ["s", () => OK],
  ["appcheck", () => OK],
  ["unappcheck", () => OK],
]);

/** Longest message in UTF-16 units: a write of 16 MB and what it is wrapped in. */
const MAX_MESSAGE_LENGTH = 17 * 1024 * 1024;

/** A client that takes nothing for so long that this much waits is cut off. */
const MAX_BUFFERED_BYTES = 256 * 1024 * 1024;

export interface SessionOptions {
  readonly database: Database;
  /** What the client called this server, as its `Host` header says. */
  readonly host: string;
  readonly sessionId: string;
  /** Tells clients which rule refused a write; their SDKs print it. */
  readonly isExplaining: boolean;
}

export class Session {
  private readonly frames = new FrameAssembler(MAX_MESSAGE_LENGTH);
  private readonly state: SessionState;
  private isOpen = true;

  constructor(
    private readonly socket: Socket,
    { database, host, sessionId, isExplaining }: SessionOptions,
  ) {
    this.state = {
      database,
      actor: NOBODY,
      listens: new Map(),
      disconnectWrites: [],
      isExplaining,
      push: (message) => this.send(message),
    };
    this.send(helloMessage(database.now, host, sessionId));
  }

  /** Takes a frame of the client. */
  receive(frame: string): void {
    if (!this.isOpen) return;
    const received = this.frames.take(frame);
    if (received.kind === "too-long") {
      this.refuse("A message is longer than 16 MB.");
    } else if (received.kind === "message") {
      this.handle(received.text);
    }
  }

  private handle(text: string): void {
    const message = parseMessage(text);
    if (message === undefined) {
      this.refuse("A message is not of the protocol.");
    } else if (message.type === "request") {
      const verb = VERBS.get(message.action);
      const answer = verb?.(this.state, message.body) ?? {
        status: "error",
        data: `Unknown action: ${message.action}`,
      };
      this.send(answerMessage(message.id, answer));
    } else if (message.action === "p") {
      this.send(pongMessage());
    }
  }

  private refuse(problem: string): void {
    this.send(errorMessage(problem));
    this.socket.close();
  }

  private send(message: string): void {
    if (!this.isOpen) return;
    for (const frame of splitMessage(message)) this.socket.send(frame);
    if (this.socket.bufferedBytes > MAX_BUFFERED_BYTES) this.socket.close();
  }

  /** To be called once the socket is closed, by whichever side. */
  end(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    for (const { listening } of this.state.listens.values()) listening.stop();
    this.state.listens.clear();
    const { database, actor, disconnectWrites } = this.state;
    for (const write of disconnectWrites) database.commit(write, { actor });
  }
}
