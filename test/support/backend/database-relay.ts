/**
 * Relays requests from the functions to the database. Can delay, hold or lose requests, like a slow network or a slow
 * database. Records the requests, and can deliver answers in rounds, so that tests can count sequential exchanges.
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
  /** The number of the connection, starting with 1. */
  readonly connection: number;
  /** Number of rounds of answers that were delivered before. */
  readonly round: number;
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
/** Inactivity after which a round of answers is delivered. */
const QUIET_MS = 250;

type Action = () => void;

/** Starts a relay. @param settings.inRounds whether it delivers answers in rounds */
export async function startDatabaseRelay(
  settings: { readonly inRounds?: boolean } = {},
): Promise<DatabaseRelay> {
  const relay = new DatabaseRelay(settings.inRounds === true);
  await relay.start();
  return relay;
}

export class DatabaseRelay {
  /** The requests of the functions. */
  readonly requests = new Received<RelayedRequest>();
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly #agent = new Agent({ keepAlive: true });
  /** The open connections, with their numbers. */
  readonly #connections = new Map<Socket, number>();
  /** Connections that have had a request. */
  readonly #used = new WeakSet<Socket>();
  /** Open connections that lose everything, or all answers. */
  readonly #lost = new WeakMap<Socket, "everything" | "answers">();
  readonly #isInRounds: boolean;
  #lastConnection = 0;
  #distance: Distance = { roundTripMs: 0, answerMs: 0 };
  #absence: "refuses" | "hangs" | undefined;
  /** Requests and answers that wait while the relay stalls. */
  #held: Action[] | undefined;
  /** Answers of the current round. */
  readonly #answers: Action[] = [];
  #rounds = 0;
  #quiet: NodeJS.Timeout | undefined;
  #isSlow: (request: RelayedRequest) => boolean = () => false;
  readonly #slow: Action[] = [];

  constructor(isInRounds: boolean) {
    this.#isInRounds = isInRounds;
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
    this.cut();
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

  /** From now on, the open connections lose everything, or all answers. New connections work. */
  strand(lost: "everything" | "answers"): void {
    for (const socket of this.#connections.keys()) this.#lost.set(socket, lost);
  }

  /** Breaks all connections. */
  cut(): void {
    for (const socket of this.#connections.keys()) socket.resetAndDestroy();
  }

  /** Holds requests on their way to the database. @returns a function that releases the requests */
  holdBack(isHeld: (request: RelayedRequest) => boolean): Action {
    this.#isSlow = isHeld;
    return () => {
      this.#isSlow = () => false;
      for (const act of this.#slow.splice(0)) act();
    };
  }

  /** Resolves at the functions' next request. */
  async nextRequest(): Promise<void> {
    await this.requests.count(this.requests.all.length + 1);
  }

  /** Resolves when the functions have closed all present connections. */
  allClosed(): Promise<unknown> {
    return Promise.all(Array.from(this.#connections.keys(), (socket) => once(socket, "close")));
  }

  async close(): Promise<void> {
    clearTimeout(this.#quiet);
    this.#agent.destroy();
    for (const socket of this.#connections.keys()) socket.destroy();
    this.#server.close();
    await once(this.#server, "close");
  }

  #join(socket: Socket): void {
    this.#connections.set(socket, (this.#lastConnection += 1));
    socket.on("error", () => socket.destroy());
    socket.once("close", () => this.#connections.delete(socket));
    if (this.#absence === "refuses") socket.resetAndDestroy();
    if (this.#absence === "hangs") this.#lost.set(socket, "everything");
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { socket, method = "", url = "" } = request;
    const connection = this.#connections.get(socket) ?? 0;
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return;
    const [path = ""] = decodeURIComponent(url.slice(1)).split(".json?");
    const relayed: RelayedRequest = { method, path, body, connection, round: this.#rounds };
    this.requests.add(relayed);
    this.#awaitQuiet();
    if (this.#lost.get(socket) === "everything") return;
    const { roundTripMs } = this.#distance;
    const connectingMs = this.#used.has(socket) ? 0 : CONNECTING_ROUND_TRIPS * roundTripMs;
    this.#used.add(socket);
    const forward = (): void => {
      if (!socket.destroyed) void this.#forward(request, body).then(deliver);
    };
    const deliver = (answer: DatabaseAnswer): void => {
      Object.assign(relayed, { status: answer.status, answered: answer.text });
      if (this.#lost.has(socket)) return;
      const { answerMs, writeMs = 0 } = this.#distance;
      const slownessMs = answerMs + (method === "PATCH" ? writeMs : 0);
      this.#carry(this.#distance.roundTripMs / 2 + slownessMs, () => {
        this.#answer(() => {
          if (!socket.destroyed) response.writeHead(answer.status, answer.headers).end(answer.text);
        });
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

  #answer(act: Action): void {
    if (this.#isInRounds) {
      this.#answers.push(act);
      this.#awaitQuiet();
    } else act();
  }

  #awaitQuiet(): void {
    if (!this.#isInRounds) return;
    clearTimeout(this.#quiet);
    const before = [this.requests.all.length, this.#answers.length].join();
    this.#quiet = setTimeout(() => {
      // First reads data that arrived while this process was busy. Such data restarts the wait.
      setImmediate(() => {
        if ([this.requests.all.length, this.#answers.length].join() === before) this.#deliver();
      });
    }, QUIET_MS);
  }

  #deliver(): void {
    if (this.#answers.length === 0) return;
    this.#rounds += 1;
    for (const act of this.#answers.splice(0)) act();
  }
}
