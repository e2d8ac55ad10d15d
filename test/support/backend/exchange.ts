/** One HTTP request and its answer, to the byte: nothing is added to what a test sends, and nothing is hidden. */

import { request as sendRequest } from "node:http";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { expectDescribed } from "../openapi";

export interface Exchange {
  /** `POST` unless it is said. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A list is sent chunk by chunk, without a length. */
  readonly body?: string | Uint8Array | readonly string[];
  /** Called when the connection stands. */
  readonly onConnect?: () => void;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Of the text; undefined where it is no JSON. */
  readonly json: unknown;
}

const JSON_TYPE = { "Content-Type": "application/json" } as const;

export async function exchange(
  url: string,
  { method = "POST", headers = {}, body, onConnect }: Exchange,
): Promise<Answer> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = sendRequest(url, { method, headers, agent: false });
    request.once("response", resolve).once("error", reject);
    if (onConnect !== undefined)
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
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const answer = {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text,
    json: parse(text),
  };
  expectDescribed(url, method, answer);
  return answer;
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
