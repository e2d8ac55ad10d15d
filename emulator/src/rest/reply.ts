/** Answers to requests. The routes create them as values; `sendReply` sends them. */

import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { pipeline, Readable } from "node:stream";
import type { Json } from "../tree/json";
import { stringifyJson } from "../tree/json-text";

type Headers = Readonly<Record<string, string>>;

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** The text, or pieces of a text that may be longer than V8's longest string. */
  readonly body: string | Iterable<string>;
}

/**
 * Maximum body of an answer and of a request, in bytes.
 * Source: https://firebase.google.com/docs/database/usage/limits
 */
export const MAX_BODY_BYTES = 256 * 1024 * 1024;

export const JSON_TYPE = "application/json; charset=utf-8";

/** Pages of any origin may read the answers, as with the hosted service. */
export const CORS_HEADERS: Headers = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "ETag",
};

export function textReply(
  status: number,
  type: string,
  body: string,
  headers: Headers = {},
): Reply {
  return { status, headers: { "Content-Type": type, ...headers }, body };
}

export function jsonReply(status: number, json: Json): Reply {
  return textReply(status, JSON_TYPE, stringifyJson(json));
}

export function errorReply(status: number, error: string, headers: Headers = {}): Reply {
  return textReply(status, JSON_TYPE, JSON.stringify({ error }), headers);
}

export const PERMISSION_DENIED = errorReply(401, "Permission denied");

export function methodNotAllowed(method: string, allowed: readonly string[]): Reply {
  const names = allowed.join(", ");
  return errorReply(405, `${method} is not allowed here. Use one of: ${names}.`, { Allow: names });
}

export function preflightReply(headers: IncomingHttpHeaders): Reply {
  const requestedHeaders = headers["access-control-request-headers"];
  return {
    status: 200,
    headers: {
      Allow: ALL_METHODS,
      "Access-Control-Allow-Methods": ALL_METHODS,
      "Access-Control-Allow-Headers":
        requestedHeaders ?? "Authorization, Content-Type, X-Firebase-ETag, If-Match, If-None-Match",
      "Access-Control-Max-Age": "3600",
      // A public page needs this to reach an emulator on the developer's own machine.
      "Access-Control-Allow-Private-Network": "true",
    },
    body: "",
  };
}

const ALL_METHODS = "GET, HEAD, PUT, POST, PATCH, DELETE, OPTIONS";

export function sendReply(response: ServerResponse, { status, headers, body }: Reply): void {
  const allHeaders = { ...CORS_HEADERS, "Cache-Control": "no-cache", ...headers };
  if (typeof body !== "string") {
    response.writeHead(status, allHeaders);
    // A client that disconnects does not need the rest.
    pipeline(Readable.from(body, { highWaterMark: 1 }), response, () => undefined);
    return;
  }
  const bytes = Buffer.from(body);
  response.writeHead(status, {
    ...allHeaders,
    ...(status !== 204 && status !== 304 && { "Content-Length": bytes.length }),
  });
  response.end(bytes);
}

/** Escapes text for use between tags and inside quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Returns a page of `viewer/` with each `{{name}}` replaced. `texts` are escaped, `html` is not. */
export function pageReply(
  template: string,
  texts: Readonly<Record<string, string>>,
  html: Readonly<Record<string, string>> = {},
): Reply {
  const page = template.replace(
    /\{\{(\w+)\}\}/g,
    (_, name: string) => html[name] ?? escapeHtml(texts[name] ?? ""),
  );
  return textReply(200, "text/html; charset=utf-8", page);
}
