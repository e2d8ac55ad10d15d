/**
 * Stands between the functions and the database and sees every message of the database protocol. It can drop
 * everything, as a broken network does, and it can deliver answers in batches, so that round trips can be counted.
 */

import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocket, WebSocketServer } from "ws";
import type { RawData } from "ws";
import { DATABASE_ADDRESS, HOST } from "./addresses";

export interface WireMessage {
  readonly from: "functions" | "database";
  /** The frame's JSON. */
  readonly body: { readonly t: string; readonly d: Readonly<Record<string, unknown>> };
  /** How many batches of answers had been delivered before. */
  readonly waits: number;
}

/** @param settings.inBatches deliver the database's messages in batches */
export async function startWireRelay(
  settings: { readonly inBatches?: boolean } = {},
): Promise<WireRelay> {
  const server = createServer();
  const relay = new WireRelay(server, settings.inBatches === true);
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  return relay;
}

/** The inactivity after which the waiting answers are delivered together, in milliseconds. */
const QUIET_MS = 250;

type Action = () => void;

export class WireRelay {
  readonly #server: Server;
  readonly #sockets: WebSocketServer;
  readonly #isInBatches: boolean;
  readonly #messages: WireMessage[] = [];
  readonly #expectant: Action[] = [];
  readonly #stranded = new WeakMap<WebSocket, "everything" | "answers">();
  /** Answers of the batch that is being collected. */
  readonly #answers: Action[] = [];
  #waits = 0;
  #quiet: NodeJS.Timeout | undefined;
  /** While it drops everything: what would have come through. */
  #held: Action[] | undefined;

  constructor(server: Server, isInBatches: boolean) {
    this.#server = server;
    this.#isInBatches = isInBatches;
    this.#sockets = new WebSocketServer({ server });
    this.#sockets.on("connection", (functions, request) => {
      if (this.#held === undefined) this.#join(functions, request);
      else this.#held.push(() => this.#join(functions, request));
    });
  }

  /** `host:port`, to be used instead of the database's. */
  get address(): string {
    return `${HOST}:${(this.#server.address() as AddressInfo).port}`;
  }

  /** What went through so far, in this order. */
  get messages(): readonly WireMessage[] {
    return this.#messages;
  }

  /** Resolves at the functions' next message. */
  nextMessage(): Promise<void> {
    return new Promise((resolve) => void this.#expectant.push(resolve));
  }

  /** Resolves when the functions have closed all present connections. */
  allClosed(): Promise<unknown> {
    return Promise.all([...this.#sockets.clients].map((socket) => once(socket, "close")));
  }

  /** From now on nothing comes through. Messages of a connection that is closed in the meantime are lost. */
  beSilent(): void {
    this.#held ??= [];
  }

  /** Lets everything through again, first the kept messages of connections that are still open. */
  speak(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const act of held) act();
  }

  /** The present connections lose everything from now on, or all answers; new ones work. */
  strand(lost: "everything" | "answers"): void {
    for (const socket of this.#sockets.clients) this.#stranded.set(socket, lost);
  }

  /** Breaks every connection. */
  cut(): void {
    for (const socket of this.#sockets.clients) socket.terminate();
  }

  async close(): Promise<void> {
    clearTimeout(this.#quiet);
    this.cut();
    this.#sockets.close();
    this.#server.close();
    await once(this.#server, "close");
  }

  #join(functions: WebSocket, request: IncomingMessage): void {
    if (functions.readyState !== WebSocket.OPEN) return;
    // The database names its host in the hello, and the SDK connects there the next time.
    const headers = { Host: request.headers.host };
    const database = new WebSocket(`ws://${DATABASE_ADDRESS}${request.url ?? ""}`, { headers });
    functions.on("message", (data) => {
      if (this.#stranded.get(functions) !== "everything") this.#pass("functions", data, database);
    });
    database.on("message", (data) => {
      if (!this.#stranded.has(functions)) this.#pass("database", data, functions);
    });
    functions.on("close", () => database.close());
    database.on("close", () => functions.close());
    database.on("error", () => functions.terminate());
  }

  #pass(from: WireMessage["from"], data: RawData, target: WebSocket): void {
    const text = textOf(data);
    const body = JSON.parse(text) as WireMessage["body"];
    this.#messages.push({ from, body, waits: this.#waits });
    const send = (): void => {
      if (target.readyState === WebSocket.OPEN) target.send(text);
    };
    if (this.#held !== undefined) this.#held.push(send);
    else if (this.#isInBatches && from === "database") this.#answers.push(send);
    else send();
    if (this.#isInBatches) this.#awaitQuiet();
    if (from === "functions") for (const resolve of this.#expectant.splice(0)) resolve();
  }

  #awaitQuiet(): void {
    clearTimeout(this.#quiet);
    const moved = this.#messages.length;
    this.#quiet = setTimeout(() => {
      // Messages that arrived while this process was busy are read first, and restart the wait.
      setImmediate(() => {
        if (this.#messages.length === moved) this.#deliver();
      });
    }, QUIET_MS);
  }

  #deliver(): void {
    if (this.#answers.length === 0) return;
    this.#waits += 1;
    for (const send of this.#answers.splice(0)) send();
  }
}

function textOf(data: RawData): string {
  return Buffer.isBuffer(data) ? data.toString() : Buffer.concat(data as Buffer[]).toString();
}
