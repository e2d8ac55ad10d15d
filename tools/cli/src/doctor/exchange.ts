/**
 * Sends single HTTP requests, and records what the doctor examines in the answers. Keeps
 * connections, as the functions do.
 */

import { once } from "node:events";
import http from "node:http";
import type { ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import https from "node:https";
import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** Time limit for one answer. */
const DEADLINE_MS = 15_000;

export interface Outgoing {
  readonly method: "GET" | "PATCH" | "POST";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** An answer. */
export interface Answered {
  readonly status: number;
  /** From the header `Error-Code`. */
  readonly code: string | undefined;
  readonly text: string;
  /** "1.1" */
  readonly httpVersion: string;
  /** The headers `Connection` and `Keep-Alive`. */
  readonly connection: string | undefined;
  readonly keepAlive: string | undefined;
  readonly contentLength: string | undefined;
  readonly transferEncoding: string | undefined;
  /** All bytes of this answer, including headers, before TLS. */
  readonly bytes: number;
  /** Whether its connection was kept from an earlier request. */
  readonly isKept: boolean;
  readonly timeMs: number;
}

/** No answer. */
export interface Unanswered {
  readonly problem: string;
}

export interface Client {
  readonly exchange: (outgoing: Outgoing, signal: AbortSignal) => Promise<Answered | Unanswered>;
  /** Closes its connections. */
  readonly close: () => void;
}

export function createClient(): Client {
  const options = { keepAlive: true };
  const agents = { http: new http.Agent(options), https: new https.Agent(options) };
  return {
    exchange: (outgoing, signal) =>
      exchange(outgoing, isPlain(outgoing) ? agents.http : agents.https, signal),
    close: () => Object.values(agents).forEach((agent) => agent.destroy()),
  };
}

/**
 * When the server closed an idle connection; undefined if it stayed open as long as the doctor
 * waited.
 */
export interface Idle {
  readonly waitedMs: number;
  readonly closedAfterMs: number | undefined;
}

/** Keeps a connection idle after an answer. @returns undefined without an answer */
export async function measureIdle(
  outgoing: Outgoing,
  waitedMs: number,
  signal: AbortSignal,
): Promise<Idle | undefined> {
  const agent = new (isPlain(outgoing) ? http.Agent : https.Agent)({ keepAlive: true });
  // By default an agent closes the connection when the server has announced to close it.
  agent.keepSocketAlive = () => true;
  const closed = Promise.withResolvers<number>();
  const over = new AbortController();
  const noteClosing = (socket: Socket): void =>
    void socket.once("close", () => closed.resolve(performance.now()));
  try {
    const seen = await exchange(outgoing, agent, signal, noteClosing);
    if ("problem" in seen) return undefined;
    const answeredMs = performance.now();
    const end = AbortSignal.any([signal, over.signal]);
    const limit = pause(waitedMs, undefined, { signal: end }).catch(() => undefined);
    const closedMs = await Promise.race([closed.promise, limit]);
    const closedAfterMs = closedMs && Math.max(0, closedMs - answeredMs);
    return { waitedMs, closedAfterMs };
  } finally {
    over.abort();
    agent.destroy();
  }
}

function isPlain({ url }: Outgoing): boolean {
  return url.startsWith("http:");
}

async function exchange(
  { method, url, headers, body }: Outgoing,
  agent: http.Agent,
  signal: AbortSignal,
  onSocket?: (socket: Socket) => void,
): Promise<Answered | Unanswered> {
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  const options: RequestOptions = {
    agent,
    method,
    headers,
    signal: AbortSignal.any([signal, deadline]),
  };
  const startMs = performance.now();
  const request = (url.startsWith("http:") ? http : https).request(url, options);
  // After the response has come, only the response's own error is of interest.
  request.on("error", () => undefined);
  let socket: Socket | undefined;
  let bytesBefore = 0;
  request.once("socket", (used) => {
    [socket, bytesBefore] = [used, used.bytesRead];
    onSocket?.(used);
  });
  try {
    request.end(body);
    const [response, text] = await readAnswer(request);
    const fields = response.headers;
    return {
      status: response.statusCode ?? 0,
      code: fields["error-code"]?.toString(),
      text,
      httpVersion: response.httpVersion,
      connection: fields.connection,
      keepAlive: fields["keep-alive"]?.toString(),
      contentLength: fields["content-length"],
      transferEncoding: fields["transfer-encoding"],
      bytes: (socket?.bytesRead ?? 0) - bytesBefore,
      isKept: request.reusedSocket,
      timeMs: performance.now() - startMs,
    };
  } catch (error) {
    if (deadline.aborted) return { problem: `no answer within ${DEADLINE_MS / 1000} s` };
    return { problem: (error as Error).message };
  }
}

async function readAnswer(request: ClientRequest): Promise<[IncomingMessage, string]> {
  const [response] = (await once(request, "response")) as [IncomingMessage];
  response.setEncoding("utf8");
  let text = "";
  for await (const chunk of response) text += String(chunk);
  return [response, text];
}
