/**
 * Long polling, the fallback of the web SDK after a WebSocket has failed. The client loads scripts: it sends messages
 * in their URLs and receives messages in their text.
 * Source: BrowserPollConnection of firebase-js-sdk, packages/database.
 */

import type { Client, Connections, Transport } from "./connections";
import { FrameAssembler } from "./frame";

/** Maximum length of waiting segments, in characters of base64: a message of 32 MB. */
const MAX_WAITING_LENGTH = 44 * 1024 * 1024;

/** Answers one request. */
export type Respond = (status: number, type: string, text: string) => void;

/**
 * A part of a message. Segment numbers continue from message to message. `total` is the message's number of segments.
 */
interface Segment {
  readonly total: number;
  readonly base64: string;
}

export class LongPolling {
  private readonly sockets = new Map<string, PollingSocket>();

  constructor(private readonly connections: Connections) {}

  /** Answers a request for `/.lp`. */
  handle(search: URLSearchParams, client: Client, respond: Respond): void {
    if (search.has("start")) {
      this.start(search.get("cb") ?? "", client, respond);
      return;
    }
    const socket = this.sockets.get(search.get("id") ?? "");
    // A script that fails to load makes the client connect again.
    if (socket === undefined) respond(400, "text/plain", "This session is over.");
    else if (search.has("dframe")) respond(200, "text/html", DISCONNECT_PAGE);
    else if (search.has("disconn")) {
      socket.terminate();
      respond(200, "text/plain", "");
    } else socket.poll(search, respond);
  }

  private start(callback: string, client: Client, respond: Respond): void {
    if (!/^\d{1,20}$/.test(callback)) {
      respond(400, "text/plain", "cb must be a number.");
      return;
    }
    let id = "";
    const socket = new PollingSocket(respond, () => this.sockets.delete(id));
    id = this.connections.open(socket, client);
    if (socket.isClosed) return;
    this.sockets.set(id, socket);
    socket.greet(id, callback);
  }
}

class PollingSocket implements Transport {
  received = 0;
  bufferedBytes = 0;
  private readonly frames = new FrameAssembler(Infinity);
  private readonly segments = new Map<number, Segment>();
  private nextSegment = 0;
  private waitingLength = 0;
  private messages: string[] = [];
  private greeting = "";
  private answered = 0;
  private state: "open" | "closing" | "closed" = "open";
  private receive: (frame: string) => void = () => undefined;
  private end: () => void = () => undefined;

  constructor(
    private held: Respond | undefined,
    private readonly onClosed: () => void,
  ) {}

  get isClosed(): boolean {
    return this.state === "closed";
  }

  follow(receive: (frame: string) => void, end: () => void): void {
    this.receive = receive;
    this.end = end;
  }

  /** Sends functions that call those of the client's page, because its scripts run in a frame of the page. */
  greet(id: string, callback: string): void {
    const functions = ["pLPCommand", "pRTLPCB"].map(
      (name) => `function ${name}(...a){parent.${name}${callback}?.(...a)}\n`,
    );
    this.greeting = `${functions.join("")}pLPCommand("start",${JSON.stringify(id)},"");\n`;
    this.flush();
  }

  poll(search: URLSearchParams, respond: Respond): void {
    this.received += 1;
    // The client waits only for its newest request, and expects answers to the others.
    if (this.held !== undefined) this.flush(true);
    this.held = respond;
    for (const message of this.messagesIn(search)) this.receive(message);
    this.flush();
  }

  send(frame: Buffer): void {
    const message = this.frames.take(frame.toString());
    if (typeof message !== "string") return;
    // As a plain name in a script, `__proto__` would set the prototype.
    this.messages.push(message.replaceAll('"__proto__":', '["__proto__"]:'));
    this.bufferedBytes += message.length;
    // Messages that are sent together go into one script.
    queueMicrotask(() => this.flush());
  }

  /** Answers the waiting request: the client sends the next at once, even if its timers are throttled. */
  ping(): void {
    this.flush(true);
  }

  close(): void {
    if (this.state === "open") this.state = "closing";
    queueMicrotask(() => this.flush());
  }

  terminate(): void {
    this.close();
    this.over();
  }

  private flush(isDue = false): void {
    const { held, messages, state } = this;
    if (held === undefined || (messages.length === 0 && state === "open" && !isDue)) return;
    const close = state === "open" ? "" : `pLPCommand("close",${this.answered});\n`;
    const script = `${this.greeting}pRTLPCB(${this.answered},[${messages.join(",")}]);\n${close}`;
    this.answered += 1;
    this.greeting = "";
    this.messages = [];
    this.bufferedBytes = 0;
    this.held = undefined;
    held(200, "application/javascript", script);
    if (state !== "open") this.over();
  }

  private over(): void {
    if (this.state === "closed") return;
    this.state = "closed";
    this.onClosed();
    this.end();
  }

  /** Returns the messages that a request completes. Requests may arrive out of order. */
  private messagesIn(search: URLSearchParams): readonly string[] {
    for (let n = 0; search.has(`seg${n}`); n += 1) {
      const base64 = search.get(`d${n}`) ?? "";
      const number = Number(search.get(`seg${n}`));
      this.waitingLength += lengthOf(base64) - lengthOf(this.segments.get(number)?.base64);
      this.segments.set(number, { total: Number(search.get(`ts${n}`)), base64 });
    }
    if (this.waitingLength > MAX_WAITING_LENGTH) this.close();
    const messages: string[] = [];
    for (let message = this.takeMessage(); message !== undefined; message = this.takeMessage()) {
      messages.push(message);
    }
    return messages;
  }

  private takeMessage(): string | undefined {
    const total = this.segments.get(this.nextSegment)?.total ?? Infinity;
    if (!(total >= 1 && total <= this.segments.size)) return undefined;
    const numbers = Array.from({ length: total }, (_, n) => this.nextSegment + n);
    const parts = numbers.map((number) => this.segments.get(number)?.base64);
    if (parts.includes(undefined)) return undefined;
    for (const part of parts) this.waitingLength -= lengthOf(part);
    for (const number of numbers) this.segments.delete(number);
    this.nextSegment += total;
    return Buffer.from(parts.join(""), "base64url").toString();
  }
}

/** Returns the length of a segment plus 100: an empty segment takes memory, too. */
function lengthOf(base64: string | undefined): number {
  return base64 === undefined ? 0 : base64.length + 100;
}

/** A page that reports when it is closed, with the client's page or by the client. */
const DISCONNECT_PAGE = `<!doctype html><script>
addEventListener("pagehide", () =>
  navigator.sendBeacon(location.href.replace("dframe=t", "disconn=t")));
</script>`;
