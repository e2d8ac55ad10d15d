/**
 * Relays requests from the functions to the database, and records them. Can delay, hold or lose requests, like a slow
 * network or a slow database.
 */

import { once } from "node:events";
import { Agent, createServer, request as sendRequest } from "node:http";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";
import { Received } from "rtdb-emulator/testing/received";
import { DATABASE_ADDRESS, HOST } from "./addresses";

export interface RelayedRequest {
  readonly method: string;
  /** Without `.json` and the leading slash. */
  readonly path: string;
  readonly body: string;
  /** The status of the database's answer. Undefined before the answer. */
  readonly status?: number;
  readonly answered?: string;
}

export interface Distance {
  /** The round-trip time. A new connection takes two more round trips, for TCP and TLS. */
  readonly roundTripMs: number;
  /** Additional time of the database for each answer. */
  readonly answerMs: number;
  /** Additional time for a write. */
  readonly writeMs?: number;
}

interface DatabaseAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const CONNECTING_ROUND_TRIPS = 2;

type Action = () => void;

export async function startDatabaseRelay(): Promise<DatabaseRelay> {
  const relay = new DatabaseRelay();
  await relay.start();
  return relay;
}

export class DatabaseRelay {
  /** The requests of the functions. */
  readonly requests = new Received<RelayedRequest>();
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly #agent = new Agent({ keepAlive: true });
  readonly #connections = new Set<Socket>();
  /** Connections that have had a request. */
  readonly #used = new WeakSet<Socket>();
  /** Open connections that lose everything. */
  readonly #lost = new WeakSet<Socket>();
  #distance: Distance = { roundTripMs: 0, answerMs: 0 };
  #absence: "refuses" | "hangs" | undefined;
  /** Requests and answers that wait while the relay stalls. */
  #held: Action[] | undefined;
  #isSlow: (request: RelayedRequest) => boolean = () => false;
  readonly #slow: Action[] = [];

  constructor() {
    this.#server.on("connection", (socket: Socket) => this.#join(socket));
  }

  async start(): Promise<void> {
    this.#server.listen(0, HOST);
    await once(this.#server, "listening");
  }

  /** The relay's `host:port`, to use instead of the database's. */
  get address(): string {
    return `${HOST}:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Number of updates that the functions have sent. */
  get updates(): number {
    return this.requests.all.filter(({ method }) => method === "PATCH").length;
  }

  /** Sets the delays from now on. */
  move(distance: Distance): void {
    this.#distance = distance;
  }

  /** Breaks all connections. New connections are refused, or never get an answer. */
  leave(manner: "refuses" | "hangs"): void {
    this.#absence = manner;
    for (const socket of this.#connections) socket.resetAndDestroy();
  }

  /** Holds everything. After `comeBack`, connections that are still open get what was held. */
  stall(): void {
    this.#held ??= [];
  }

  /** Forwards everything again. Connections that were opened while the relay hung never get answers. */
  comeBack(): void {
    this.#absence = undefined;
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const act of held) act();
  }

  /** Holds requests on their way to the database. @returns a function that releases the requests */
  holdBack(isHeld: (request: RelayedRequest) => boolean): Action {
    this.#isSlow = isHeld;
    return () => {
      this.#isSlow = () => false;
      for (const act of this.#slow.splice(0)) act();
    };
  }

  async close(): Promise<void> {
    this.#agent.destroy();
    for (const socket of this.#connections) socket.destroy();
    this.#server.close();
    await once(this.#server, "close");
  }

  #join(socket: Socket): void {
    this.#connections.add(socket);
    socket.on("error", () => socket.destroy());
    socket.once("close", () => this.#connections.delete(socket));
    if (this.#absence === "refuses") socket.resetAndDestroy();
    if (this.#absence === "hangs") this.#lost.add(socket);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { socket, method = "", url = "" } = request;
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return;
    const [path = ""] = decodeURIComponent(url.slice(1)).split(".json?");
    const relayed: RelayedRequest = { method, path, body };
    this.requests.add(relayed);
    if (this.#lost.has(socket)) return;
    const { roundTripMs } = this.#distance;
    const connectingMs = this.#used.has(socket) ? 0 : CONNECTING_ROUND_TRIPS * roundTripMs;
    this.#used.add(socket);
    const forward = (): void => {
      if (!socket.destroyed) void this.#forward(request, body).then(deliver);
    };
    const deliver = (answer: DatabaseAnswer): void => {
      Object.assign(relayed, { status: answer.status, answered: answer.text });
      const { answerMs, writeMs = 0 } = this.#distance;
      const slownessMs = answerMs + (method === "PATCH" ? writeMs : 0);
      this.#carry(this.#distance.roundTripMs / 2 + slownessMs, () => {
        if (!socket.destroyed) response.writeHead(answer.status, answer.headers).end(answer.text);
      });
    };
    if (this.#isSlow(relayed)) this.#slow.push(forward);
    else this.#carry(connectingMs + roundTripMs / 2, forward);
  }

  /** Forwards a request. If the database fails, the answer is 503. */
  async #forward({ method, url, headers }: IncomingMessage, body: string): Promise<DatabaseAnswer> {
    try {
      const target = new URL(`http://${DATABASE_ADDRESS}${url ?? ""}`);
      const sent = sendRequest(target, { method, headers, agent: this.#agent });
      sent.end(body);
      const [answer] = (await once(sent, "response")) as [IncomingMessage];
      const { statusCode: status = 0, headers: answered } = answer;
      return { status, headers: answered, text: await text(answer) };
    } catch {
      return { status: 503, headers: {}, text: "" };
    }
  }

  #carry(delayMs: number, act: Action): void {
    const arrive = (): void => {
      if (this.#held === undefined) act();
      else this.#held.push(act);
    };
    if (delayMs === 0) arrive();
    else setTimeout(arrive, delayMs).unref();
  }
}
