/** Sends one HTTP request exactly as the test gives it, and returns the complete answer. */

import { request as sendRequest } from "node:http";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { expectDescribed } from "../openapi";
import { timed } from "../stopwatch";

export interface Exchange {
  /** `POST` by default. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A list is sent in chunks, without Content-Length. */
  readonly body?: string | Uint8Array | readonly string[];
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The parsed text. Undefined if the text is not JSON. */
  readonly json: unknown;
  /**
   * Milliseconds from the connection to the end. Excludes the wait for the connection, which is long if there are many
   * clients.
   */
  readonly elapsedMs: number;
}

const JSON_TYPE = { "Content-Type": "application/json" } as const;

export async function exchange(url: string, sent: Exchange): Promise<Answer> {
  const { result, elapsedMs } = await timed(async (restart) => {
    const response = await send(url, sent, restart);
    return { response, body: await text(response) };
  });
  const { response, body } = result;
  const { statusCode: status = 0, headers } = response;
  const answer = { status, headers, text: body, json: parse(body), elapsedMs };
  expectDescribed(url, sent.method ?? "POST", answer);
  return answer;
}

function send(
  url: string,
  { method = "POST", headers = {}, body }: Exchange,
  onConnect: () => void,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = sendRequest(url, { method, headers, agent: false });
    request.once("response", resolve).once("error", reject);
    request.once("socket", (socket) => socket.once("connect", onConnect));
    if (Array.isArray(body)) {
      for (const chunk of body as readonly string[]) request.write(chunk);
      request.end();
    } else {
      const bytes = body === undefined ? undefined : Buffer.from(body as string | Uint8Array);
      if (bytes !== undefined) request.setHeader("Content-Length", bytes.length);
      request.end(bytes);
    }
  });
}

/** Sends JSON as every device does. */
export function post(
  url: string,
  body: string | object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return exchange(url, { headers: { ...JSON_TYPE, ...headers }, body: text });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
