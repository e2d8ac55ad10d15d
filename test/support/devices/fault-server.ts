/** A proxy between a device and the functions. It plays faults of networks and servers, one per request. */

import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { Received } from "rtdb-emulator/testing/received";
import { freePort } from "../backend/addresses";
import { exchange } from "../backend/exchange";
import type { BackendAnswer, TimedBackend } from "./timed-backend";

/** Raw bytes, as Latin-1, that an HTTP server would not send. */
export interface RawAnswer {
  /** May be endless: parts are sent until the device closes the connection. */
  readonly parts: Iterable<string>;
  /** The pause between two parts. */
  readonly pauseMs?: number;
  /** Whether the connection stays open after everything was sent. */
  readonly staysOpen?: boolean;
}

/**
 * - "late": stored, and the answer never comes
 * - "lost request": the connection breaks before the functions see anything
 * - "lost answer": stored, and the connection breaks
 * - "cut answer": stored, and the connection breaks in the middle of the answer
 * - "in chunks": the answer comes chunk by chunk, without a length
 * - another answer, without asking the functions
 */
export type Fault =
  | "late"
  | "lost request"
  | "lost answer"
  | "cut answer"
  | "in chunks"
  | RawAnswer
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    };

/** Turns an answer into the answer of another backend version. */
export type Rewrite = (answer: BackendAnswer) => BackendAnswer;

export interface DeviceRequest {
  readonly path: string;
  readonly idempotencyKey: string | undefined;
  readonly signature: string | undefined;
  readonly contentType: string | undefined;
  readonly text: string;
  /** The status of the functions' answer; undefined if they were not asked. */
  readonly status: number | undefined;
}

/** Key and certificate for `localhost`, PEM. With these the fault server speaks HTTPS. */
export interface Identity {
  readonly key: string;
  readonly cert: string;
}

/** @param target the functions' address, or a replacement */
export async function startFaultServer(
  target: string | TimedBackend,
  identity?: Identity,
): Promise<FaultServer> {
  const server = new FaultServer(target, identity);
  await server.goOnline();
  return server;
}

/** The caller stops it with `goOffline`. */
export class FaultServer {
  readonly #target: string | TimedBackend;
  readonly #requests = new Received<DeviceRequest>();
  readonly #faults: Fault[] = [];
  readonly #timeFaults: Fault[] = [];
  /** Failures of the test, such as answers of the functions that docs/openapi.json does not describe. */
  readonly #failures: unknown[] = [];
  #timeRequests = 0;
  #rewrite: Rewrite = (answer) => answer;
  readonly #server;
  readonly #scheme: string;
  readonly #outcomes: Promise<"sent" | "cut off by the device">[] = [];
  #port = 0;

  constructor(target: string | TimedBackend, identity?: Identity) {
    this.#target = target;
    const serve: RequestListener = (request, response) => {
      this.#serve(request, response).catch((error: unknown) => {
        // A device that ends in the middle of its request is not a failure of the test.
        if (request.complete) this.#failures.push(error);
        response.destroy();
      });
    };
    this.#server = identity === undefined ? createServer(serve) : createTlsServer(identity, serve);
    this.#scheme = identity === undefined ? "http://127.0.0.1" : "https://localhost";
  }

  get url(): string {
    return `${this.#scheme}:${this.#port}`;
  }

  /** For each raw answer: whether it was sent completely. */
  get outcomes(): readonly Promise<"sent" | "cut off by the device">[] {
    return this.#outcomes;
  }

  /** All requests except GET, in the order of their arrival. */
  get requests(): readonly DeviceRequest[] {
    return this.#requests.all;
  }

  /** Failures of the test itself. */
  get failures(): readonly unknown[] {
    return this.#failures;
  }

  /** How often a device asked for the time, by GET. */
  get timeRequests(): number {
    return this.#timeRequests;
  }

  /** Resolves after `count` requests have come and the functions have answered them. */
  async untilRequests(count: number): Promise<void> {
    await this.#requests.count(count);
  }

  /** Plans faults for the next requests. Later requests pass. */
  plan(...faults: readonly Fault[]): void {
    this.#faults.push(...faults);
  }

  /** Makes all requests pass from now on. */
  unplan(): void {
    this.#faults.length = 0;
  }

  /** Changes the functions' answers from now on. */
  rewriteWith(rewrite: Rewrite): void {
    this.#rewrite = rewrite;
  }

  /** Plans faults for the next requests for the time. */
  planTime(...faults: readonly Fault[]): void {
    this.#timeFaults.push(...faults);
  }

  /** Stops listening. */
  async goOffline(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, "close");
  }

  /** Listens again, on the same port. */
  async goOnline(): Promise<void> {
    this.#port ||= await freePort();
    this.#server.listen(this.#port, "127.0.0.1");
    await once(this.#server, "listening");
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const isTime = request.method === "GET";
    const fault = (isTime ? this.#timeFaults : this.#faults).shift();
    const isPassed = typeof fault !== "object" && fault !== "lost request";
    const answer = isPassed ? await this.#pass(request, body) : undefined;
    if (isTime) this.#timeRequests += 1;
    else this.#record(request, body, answer?.status);
    if (typeof fault === "object" && "parts" in fault) {
      this.#outcomes.push(play(fault, request.socket));
    } else if (typeof fault === "object") {
      response.sendDate = !isTime;
      response.writeHead(fault.status, fault.headers).end(fault.body ?? "");
    } else if (answer === undefined) {
      request.socket.destroy();
    } else {
      reply(this.#rewrite(answer), fault, response);
    }
  }

  #record({ headers, url = "" }: IncomingMessage, body: Buffer, status: number | undefined): void {
    this.#requests.add({
      path: url,
      idempotencyKey: headers["idempotency-key"]?.toString(),
      signature: headers["x-signature"]?.toString(),
      contentType: headers["content-type"],
      text: body.toString(),
      status,
    });
  }

  async #pass(request: IncomingMessage, body: Buffer): Promise<BackendAnswer> {
    const method = request.method ?? "";
    if (typeof this.#target !== "string") {
      return this.#target.answer(method, request.headers["x-signature"]?.toString(), body);
    }
    const names = ["content-type", "idempotency-key", "x-signature"];
    const headers = names.flatMap((name): [string, string][] => {
      const value = request.headers[name];
      return typeof value === "string" ? [[name, value]] : [];
    });
    const {
      status,
      headers: answered,
      text,
    } = await exchange(`${this.#target}${request.url ?? ""}`, {
      method,
      headers: Object.fromEntries(headers),
      ...(method === "GET" ? {} : { body }),
    });
    const { date, "content-type": contentType, "error-code": code } = answered;
    const passed = { date, "content-type": contentType, "error-code": code?.toString() };
    return { status, headers: passed, text };
  }
}

function reply(answer: BackendAnswer, fault: unknown, response: ServerResponse): void {
  const { date, "content-type": contentType, "error-code": code } = answer.headers;
  const length = String(Buffer.byteLength(answer.text));
  response.sendDate = false;
  response.statusCode = answer.status;
  if (contentType !== undefined) response.setHeader("Content-Type", contentType);
  if (date !== undefined) response.setHeader("Date", date);
  if (code !== undefined) response.setHeader("Error-Code", code);
  switch (fault) {
    case "late":
      // The device ends the connection.
      return;
    case "lost answer":
      response.socket?.destroy();
      return;
    case "cut answer":
      response.setHeader("Content-Length", length);
      response.write(answer.text.slice(0, 20), () => response.socket?.destroy());
      return;
    case "in chunks":
      for (const part of answer.text.match(/.{1,7}/gs) ?? []) response.write(part);
      response.end();
      return;
    default:
      response.setHeader("Content-Length", length);
      response.end(answer.text);
  }
}

async function play(answer: RawAnswer, socket: Socket): Promise<"sent" | "cut off by the device"> {
  for (const part of answer.parts) {
    if (socket.destroyed) return "cut off by the device";
    await write(part, socket);
    if (answer.pauseMs !== undefined) await setTimeout(answer.pauseMs);
  }
  if (answer.staysOpen !== true) socket.end();
  return "sent";
}

/** Resolves when more can be written, or after the device has closed the connection. */
function write(part: string, socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      socket.off("close", finish);
      resolve();
    };
    socket.once("close", finish);
    socket.write(part, "latin1", finish);
  });
}
