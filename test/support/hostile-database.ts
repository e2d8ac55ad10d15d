/**
 * Stands in for the database's REST interface, over HTTP or HTTPS, and treats each request as a test says: it answers,
 * resets, stalls or sends half an answer. It knows which connection each request came on.
 */

import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { Server, Socket } from "node:net";
import { freePort } from "rtdb-emulator/testing/free-port";
import { Received } from "rtdb-emulator/testing/received";

export interface ReceivedRequest {
  readonly method: string;
  /** Path and query exactly as they were sent. */
  readonly target: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  /** The number of its connection; the first is 1. */
  readonly connection: number;
  readonly receivedMs: number;
  readonly response: ServerResponse;
}

/** The treatment of a request that was received completely. */
export type Behaviour = (request: ReceivedRequest) => void;

export const answerWith =
  (status: number, text = "", headers: Readonly<Record<string, string>> = {}): Behaviour =>
  ({ response }) => {
    const length = status === 204 ? {} : { "Content-Length": Buffer.byteLength(text) };
    response.writeHead(status, { ...length, ...headers }).end(text);
  };

/** The database's answer to an update with `print=silent`. */
export const accept = answerWith(204);

export const reset: Behaviour = ({ response }) => void response.socket?.resetAndDestroy();

/** The connection stays open. */
export const stall: Behaviour = () => undefined;

/** Begins an answer and closes the connection in the middle of it. */
export const answerHalf: Behaviour = ({ response }) => {
  response.writeHead(200, { "Content-Length": "100" });
  response.write('{"half":', () => response.socket?.destroy());
};

/** Key and certificate in PEM. With them the server speaks HTTPS. */
export interface Identity {
  readonly key: string;
  readonly cert: string;
}

export class HostileDatabase {
  readonly requests = new Received<ReceivedRequest>();
  /** Behaviours of the next requests, one each; the last one stays. */
  behaviours: Behaviour[] = [answerWith(200, "null")];
  /** How many of the next connections are reset before anything is read. */
  resets = 0;
  /** Number of connections so far. */
  connections = 0;
  readonly #identity: Identity | undefined;
  /** The open connections, by their number. */
  readonly #open = new Map<number, Socket>();
  /** The numbers of connections on which a request waits for the end of its answer. */
  readonly #waiting = new Set<number>();
  readonly #closed = new Received<number>();
  #server: Server | undefined;
  #port = 0;

  constructor(identity?: Identity) {
    this.#identity = identity;
  }

  /** Starts at a free port the first time, and then at the same port. */
  async start(): Promise<void> {
    const serve = (request: IncomingMessage, response: ServerResponse): void =>
      void this.#serve(request, response);
    const identity = this.#identity;
    const server = identity === undefined ? createServer(serve) : createTlsServer(identity, serve);
    // Connections are counted when TCP accepts them, before TLS.
    server.on("connection", (socket: Socket) => this.#join(socket));
    server.on("tlsClientError", () => undefined);
    this.#port ||= await freePort();
    this.#server = server.listen(this.#port, "127.0.0.1");
    await once(server, "listening");
  }

  async stop(): Promise<void> {
    const server = this.#server;
    if (server === undefined) return;
    this.#server = undefined;
    const closed = once(server, "close");
    server.close();
    for (const socket of this.#open.values()) socket.destroy();
    await closed;
  }

  /** `host:port` */
  get address(): string {
    return `127.0.0.1:${this.#port}`;
  }

  /** The numbers of the open connections, in order. */
  get open(): readonly number[] {
    return [...this.#open.keys()];
  }

  /** The numbers of the open connections that are kept for another request. */
  get kept(): readonly number[] {
    return this.open.filter((number) => !this.#waiting.has(number));
  }

  /** Waits until the clients have closed these connections. */
  async closed(...numbers: readonly number[]): Promise<void> {
    await this.#closed.until((all) => numbers.every((number) => all.includes(number)));
  }

  /** The numbers of the open connections that belong to an attempt. */
  get busy(): readonly number[] {
    return this.open.filter((number) => this.#waiting.has(number));
  }

  #join(socket: Socket): void {
    const number = (this.connections += 1);
    socket.on("error", () => socket.destroy());
    if (this.resets > 0) {
      this.resets -= 1;
      socket.resetAndDestroy();
      return;
    }
    this.#open.set(number, socket);
    // Until its first answer a connection belongs to an attempt.
    this.#waiting.add(number);
    socket.once("close", () => {
      this.#open.delete(number);
      this.#closed.add(number);
    });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const connection = this.#numberOf(request.socket);
    this.#waiting.add(connection);
    response.once("finish", () => this.#waiting.delete(connection));
    const chunks: Buffer[] = [];
    request.on("error", () => undefined);
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    if (!request.complete) await new Promise((resolve) => request.once("end", resolve));
    const { method = "", url: target = "", headers } = request;
    const body = Buffer.concat(chunks).toString();
    const receivedMs = performance.now();
    const received = { method, target, headers, body, connection, receivedMs, response };
    const [behaviour] = this.behaviours.length > 1 ? this.behaviours.splice(0, 1) : this.behaviours;
    behaviour?.(received);
    this.requests.add(received);
  }

  /** With TLS, a request's socket differs from the accepted socket. */
  #numberOf(socket: Socket): number {
    const found = [...this.#open].find(([, { remotePort }]) => remotePort === socket.remotePort);
    return found?.[0] ?? 0;
  }
}
