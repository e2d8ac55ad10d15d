/** One connection of a client. When it closes, its listeners stop and its `onDisconnect` writes are committed. */

import { NOBODY } from "../database/actor";
import { DisconnectWrites } from "./disconnect-writes";
import { encodeMessage, FrameAssembler, type Frames, TOO_LONG } from "./frame";
import {
  type Answer,
  answerMessage,
  type Body,
  controlMessage,
  OK,
  parseMessage,
  WRITE_TOO_BIG,
} from "./protocol";
import { authenticate, unauthenticate } from "./verbs/authenticate";
import { mergeOf, type SessionState, setOf } from "./verbs/body";
import { get, listen, unlisten } from "./verbs/listen";
import { cancelOnDisconnect, commit, commitOnDisconnect } from "./verbs/write";

export interface Socket {
  /** @param frame text as UTF-8 */
  send(frame: Buffer): void;
  close(): void;
  /** Bytes that the client has not received yet. */
  readonly bufferedBytes: number;
}

type Verb = (session: SessionState, body: Body) => Answer;

const VERBS: ReadonlyMap<string, Verb> = new Map<string, Verb>([
  ["q", listen],
  ["n", unlisten],
  ["g", get],
  ["p", (session, body) => commit(session, body, setOf)],
  ["m", (session, body) => commit(session, body, mergeOf)],
  ["o", (session, body) => commitOnDisconnect(session, body, setOf)],
  ["om", (session, body) => commitOnDisconnect(session, body, mergeOf)],
  ["oc", cancelOnDisconnect],
  ["auth", authenticate],
  ["gauth", authenticate],
  ["unauth", unauthenticate],
  // The emulator ignores statistics and App Check.
  ["s", () => OK],
  ["appcheck", () => OK],
  ["unappcheck", () => OK],
]);

/** A write of 16 MB and its envelope. Source: https://firebase.google.com/docs/database/usage/limits#writes */
const MAX_REQUEST_BYTES = 16 * 1024 * 1024 + 64 * 1024;

/** In UTF-16 units. Twice the maximum request, so that a write that is too big gets an answer. */
const MAX_MESSAGE_LENGTH = 2 * MAX_REQUEST_BYTES;

/** A client that does not read is disconnected when more bytes wait for it. */
const MAX_BUFFERED_BYTES = 256 * 1024 * 1024;

export interface SessionOptions extends Pick<SessionState, "database" | "isExplaining"> {
  readonly host: string;
  readonly sessionId: string;
}

export class Session {
  private readonly frames = new FrameAssembler(MAX_MESSAGE_LENGTH);
  private readonly state: SessionState;
  /** In the phase "closing", the session receives and sends nothing. `end` is still to be called. */
  private phase: "open" | "closing" | "ended" = "open";

  constructor(
    /** Replaced when the client moves to another transport. */
    public socket: Socket,
    { database, host, sessionId, isExplaining }: SessionOptions,
  ) {
    this.state = {
      database,
      actor: NOBODY,
      listens: new Map(),
      disconnectWrites: new DisconnectWrites(),
      isExplaining,
      push: (message) => this.send(message),
      sendFrames: (frames) => this.sendFrames(frames),
    };
    // A client outside emulator mode then uses `h` as its host.
    this.send(controlMessage("h", { ts: database.now, v: "5", h: host, s: sessionId }));
  }

  receive(frame: string): void {
    if (this.phase !== "open") return;
    const message = this.frames.take(frame);
    if (message === TOO_LONG) this.refuse("The specified payload is too large.");
    else if (message !== undefined) this.handle(message);
  }

  private handle(text: string): void {
    const message = parseMessage(text);
    if (message === undefined) {
      this.refuse("The message does not follow the protocol.");
    } else if (message.type === "request") {
      const answer = isTooBig(text)
        ? WRITE_TOO_BIG
        : VERBS.get(message.action)?.(this.state, message.body);
      const unknown = { status: "error", data: `Unknown action: ${message.action}` };
      this.send(answerMessage(message.id, answer ?? unknown));
    } else if (message.action === "p") {
      this.send(controlMessage("o", null));
    }
  }

  private refuse(problem: string): void {
    this.send(controlMessage("e", problem));
    this.close();
  }

  private close(): void {
    this.phase = "closing";
    this.socket.close();
  }

  private send(message: string): void {
    this.sendFrames(encodeMessage(message));
  }

  private sendFrames(frames: Frames): void {
    if (this.phase !== "open") return;
    for (const frame of frames) this.socket.send(frame);
    if (this.socket.bufferedBytes > MAX_BUFFERED_BYTES) this.close();
  }

  /** Call this when the connection has ended, whichever side closed it. */
  end(): void {
    if (this.phase === "ended") return;
    this.phase = "ended";
    const { database, actor, disconnectWrites, listens, expiry } = this.state;
    clearTimeout(expiry);
    for (const { listening } of listens.values()) listening.stop();
    listens.clear();
    for (const write of disconnectWrites.writes) database.commit(write, { actor });
  }
}

function isTooBig(text: string): boolean {
  // A UTF-16 unit is at most three bytes of UTF-8, so the bytes of most messages need not be counted.
  return text.length * 3 > MAX_REQUEST_BYTES && Buffer.byteLength(text) > MAX_REQUEST_BYTES;
}
