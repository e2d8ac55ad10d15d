/** Stands between the functions and the database, and acts as a slow network and a slow database. */

import { once } from "node:events";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { WebSocket, WebSocketServer } from "ws";
import type { RawData } from "ws";
import { DATABASE_ADDRESS, HOST } from "../backend/addresses";

export interface Distance {
  /** The round-trip time in milliseconds; connecting takes one and a half of it. */
  readonly roundTripMs: number;
  /** How much longer the database takes for each answer to a request, in milliseconds. */
  readonly answerMs: number;
  /** How much longer it takes for a write than for a read. */
  readonly writeMs?: number;
}

type Action = () => void;

/** The number of a request or of the one that is answered, and what it asks for. */
const REQUEST = /^\{"t":"d","d":\{"r":(\d+),(?:"a":"(\w)")?/;

export class DistantDatabase {
  readonly #server: Server = createServer();
  readonly #sockets: WebSocketServer;
  readonly #connections = new Set<Socket>();
  #distance: Distance = { roundTripMs: 0, answerMs: 0 };
  #absence: "refuses" | "hangs" | undefined;
  /** While it stalls: what would have come through. */
  #held: Action[] | undefined;
  /** How many updates the functions have sent. */
  updates = 0;

  constructor() {
    this.#server.on("connection", (socket: Socket) => {
      this.#connections.add(socket);
      socket.on("error", () => socket.destroy());
      socket.once("close", () => this.#connections.delete(socket));
      if (this.#absence === "refuses") socket.resetAndDestroy();
    });
    this.#sockets = new WebSocketServer({
      server: this.#server,
      verifyClient: (_info, accept: (isAccepted: boolean) => void) => {
        if (this.#absence === undefined) {
          this.#carry(this.#distance.roundTripMs, () => accept(true));
        }
      },
    });
    this.#sockets.on("connection", (functions, request) => {
      const headers = { Host: request.headers.host };
      const database = new WebSocket(`ws://${DATABASE_ADDRESS}${request.url ?? ""}`, { headers });
      // Text that comes before the other side is open waits for it.
      const isOpen = new Promise((resolve) => database.once("open", resolve));
      const writes = new Set<string>();
      functions.on("message", (data) => {
        const [, number, action] = REQUEST.exec(textOf(data)) ?? [];
        if (action === "m") writes.add(number ?? "");
        this.#carry(this.#distance.roundTripMs / 2, () => {
          if (action === "m") this.updates += 1;
          void isOpen.then(() => send(database, data));
        });
      });
      database.on("message", (data) => {
        const { roundTripMs, answerMs, writeMs = 0 } = this.#distance;
        const [, number] = REQUEST.exec(textOf(data)) ?? [];
        const slownessMs = number === undefined ? 0 : answerMs + (writes.has(number) ? writeMs : 0);
        this.#carry(roundTripMs / 2 + slownessMs, () => send(functions, data));
      });
      functions.on("close", () => database.terminate());
      database.on("close", () => functions.terminate());
      database.on("error", () => functions.terminate());
    });
  }

  async start(): Promise<void> {
    this.#server.listen(0, HOST);
    await once(this.#server, "listening");
  }

  get address(): string {
    return `${HOST}:${(this.#server.address() as AddressInfo).port}`;
  }

  /** From now on everything takes so long. */
  move(distance: Distance): void {
    this.#distance = distance;
  }

  /** Breaks every connection; new ones are refused, or hang and stay dead. */
  leave(manner: "refuses" | "hangs"): void {
    this.#absence = manner;
    for (const socket of this.#connections) socket.resetAndDestroy();
  }

  /** Nothing comes through; all of it comes later. */
  stall(): void {
    this.#held = [];
  }

  /** Everything comes through again. */
  comeBack(): void {
    this.#absence = undefined;
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const act of held) act();
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate();
    for (const socket of this.#connections) socket.destroy();
    this.#server.close();
    await once(this.#server, "close");
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

function send(socket: WebSocket, data: RawData): void {
  if (socket.readyState === WebSocket.OPEN) socket.send(textOf(data));
}

function textOf(data: RawData): string {
  return Buffer.isBuffer(data) ? data.toString() : Buffer.concat(data as Buffer[]).toString();
}
