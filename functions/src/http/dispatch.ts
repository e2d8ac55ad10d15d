/**
 * The HTTP side of every endpoint: this module checks methods, reads bodies and turns each outcome into an HTTP answer.
 * An endpoint gets a JSON object and returns a value. The client always gets JSON and never a stack trace.
 */

import type { ServerResponse } from "node:http";

import { MAX_BODY_BYTES, MAX_SIGNED_BODY_BYTES } from "@greenhouse/domain/reading-limits";
import { Unavailable } from "@greenhouse/database/client/database";
import type { Log } from "../log";
import type { Endpoint } from "../request/endpoint";
import { parseJsonObject } from "../request/json-object";
import { refuse, type Refusal, type Result } from "../result";
import { readBody, type BodySource } from "./body";
import { describeRefusal, headersOf } from "./refusal";

export interface Incoming extends BodySource {
  readonly method?: string | undefined;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

/** Passes a request to an endpoint. Never rejects: logs an endpoint's exception and answers with 503 or 500. */
export async function answer(
  request: Incoming,
  name: string,
  endpoint: Endpoint,
  log: Log,
): Promise<Reply> {
  try {
    const result = await handle(request, endpoint);
    if (result.ok) return { status: 200, headers: {}, body: result.value };
    // Not logged, because devices send a GET to learn the time from the answer's Date header.
    if (result.refusal.code !== "method-not-allowed") log.requestRefused(name, result.refusal);
    return replyTo(result.refusal);
  } catch (error) {
    if (error instanceof Unavailable) {
      log.databaseUnavailable(name, error);
      return replyTo({ code: "database-unavailable" });
    }
    log.unexpectedError(name, error);
    return replyTo({ code: "internal-error" });
  }
}

function replyTo(refusal: Refusal): Reply {
  const { status, error } = describeRefusal(refusal);
  return { status, headers: headersOf(refusal), body: { error } };
}

export function writeReply(response: ServerResponse, reply: Reply): void {
  const body = JSON.stringify(reply.body);
  response.writeHead(reply.status, {
    ...reply.headers,
    "Content-Type": "application/json; charset=utf-8",
    // Keeps Node from sending chunks, which the HTTP client of a small board may not understand.
    "Content-Length": Buffer.byteLength(body),
  });
  response.end(body);
}

async function handle(request: Incoming, endpoint: Endpoint): Promise<Result<object>> {
  if (request.method !== "POST") return refuse({ code: "method-not-allowed" });
  const { headers } = request;
  // Node joins repeated headers of this name, so the value is never a list.
  const signature = headers["x-signature"] as string | undefined;
  const maxBytes = signature === undefined ? MAX_BODY_BYTES : MAX_SIGNED_BODY_BYTES;
  const read = await readBody(request, maxBytes);
  if (!read.ok) return read;
  const { text, bytes } = read.value;
  const body = parseJsonObject(text);
  if (!body.ok) return body;
  const isLarge = Buffer.byteLength(text) > MAX_BODY_BYTES;
  const signedBody = signature === undefined ? undefined : { signature, bytes };
  return endpoint({ body: body.value, text, isLarge, headers, signedBody });
}
