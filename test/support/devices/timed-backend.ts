/**
 * What the functions do with a reading's time, under a clock that a test moves on: the real functions cannot be a day
 * ahead. A reading within five minutes is stored, another one refused; each answer has its `Date`.
 */

import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

const WINDOW_MS = 5 * 60_000;

export class TimedBackend {
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  #port = 0;
  #passedMs = 0;
  /** What it answered, in order. */
  readonly statuses: number[] = [];
  /** The times of the stored readings, Unix milliseconds, in the order of their arrival. */
  readonly stored: number[] = [];

  get url(): string {
    return `http://127.0.0.1:${this.#port}/sensorData`;
  }

  /** The true time, Unix milliseconds. */
  now(): number {
    return Date.now() + this.#passedMs;
  }

  advance(ms: number): void {
    this.#passedMs += ms;
  }

  /** Listens, from the second time on the same port. */
  async goOnline(): Promise<void> {
    this.#server.listen(this.#port, "127.0.0.1");
    await once(this.#server, "listening");
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async goOffline(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, "close");
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const timestamp = Number((JSON.parse(text) as { timestamp: string }).timestamp);
    const isStale = Math.abs(timestamp - this.now()) > WINDOW_MS;
    const status = isStale ? 401 : 200;
    this.statuses.push(status);
    if (!isStale) this.stored.push(timestamp);
    response.sendDate = false;
    response.writeHead(status, {
      "Content-Type": "application/json",
      Date: new Date(this.now()).toUTCString(),
    });
    response.end(JSON.stringify(isStale ? STALE : { success: true }));
  }
}

const STALE = { error: "Timestamp is more than 5 minutes from the server's time." };
