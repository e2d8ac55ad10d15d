/** Stands between a device and the functions, and answers some requests with bytes that no HTTP server would send. */

import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";

export interface RawAnswer {
  /** What comes first, once the request is there. */
  readonly text: string;
  /** What follows over and over, until the device closes the connection. */
  readonly endless?: string;
  /** Waits so many milliseconds after each byte of the text. */
  readonly dripMs?: number;
  /** Leaves the connection open when all was sent. */
  readonly staysOpen?: boolean;
}

export class RawRelay {
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  readonly #answers: RawAnswer[] = [];
  readonly #server = createServer((socket) => void this.#serve(socket));

  /** @param target the address of the functions */
  constructor(target: string) {
    this.#target = new URL(target);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async start(): Promise<void> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
  }

  async stop(): Promise<void> {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await once(this.#server, "close");
  }

  /** The answers of the next requests; those after them pass. */
  plan(...answers: readonly RawAnswer[]): void {
    this.#answers.push(...answers);
  }

  async #serve(socket: Socket): Promise<void> {
    this.#keep(socket);
    const answer = this.#answers.shift();
    if (answer === undefined) {
      const functions = connect(Number(this.#target.port), this.#target.hostname);
      this.#keep(functions);
      socket.pipe(functions).pipe(socket);
      return;
    }
    await receive(socket);
    await play(answer, socket);
  }

  /** The device may close a connection at any time. */
  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => this.#sockets.delete(socket));
  }
}

/** Waits for a whole request, or for the end of the connection. */
function receive(socket: Socket): Promise<void> {
  let request = "";
  return new Promise((resolve) => {
    socket.setEncoding("latin1").on("data", (text: string) => {
      request += text;
      if (isWhole(request)) resolve();
    });
    socket.once("close", () => resolve());
  });
}

function isWhole(request: string): boolean {
  const end = request.indexOf("\r\n\r\n");
  const length = Number(/^content-length: *(\d+)/im.exec(request)?.[1] ?? 0);
  return end >= 0 && request.length >= end + 4 + length;
}

async function play(answer: RawAnswer, socket: Socket): Promise<void> {
  const { text, endless, dripMs, staysOpen = false } = answer;
  if (dripMs === undefined) socket.write(text);
  else await drip(text, dripMs, socket);
  while (endless !== undefined && !socket.destroyed) {
    await write(endless, socket);
  }
  if (!staysOpen) socket.end();
}

/** Resolves when more can be written, or never will be. */
function write(text: string, socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once("close", resolve);
    socket.write(text, () => {
      socket.off("close", resolve);
      resolve();
    });
  });
}

/** Byte by byte. */
async function drip(text: string, dripMs: number, socket: Socket): Promise<void> {
  for (const character of text) {
    if (socket.destroyed) return;
    socket.write(character);
    await new Promise((resolve) => setTimeout(resolve, dripMs));
  }
}
