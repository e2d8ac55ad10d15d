/** The parts of a request that the routes look at. */

import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

export interface RestRequest {
  /** In capitals; the one that a POST asks for in its stead, where it does. */
  readonly method: string;
  /** As sent: still percent-encoded, with `..` and doubled slashes. */
  readonly pathname: string;
  readonly search: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
}

export function parseRequest(message: IncomingMessage): RestRequest {
  // A proxy may send the whole address; only what follows the host counts.
  const target = (message.url ?? "/").replace(/^https?:\/\/[^/?]*/i, "");
  const queryAt = target.indexOf("?");
  const pathname = queryAt === -1 ? target : target.slice(0, queryAt);
  const search = new URLSearchParams(queryAt === -1 ? "" : target.slice(queryAt));
  const { headers } = message;
  const method = methodOf(message.method ?? "GET", search, headers);
  return { method, pathname: pathname === "" ? "/" : pathname, search, headers };
}

/** Source: https://firebase.google.com/docs/reference/rest/database#section-method-override */
function methodOf(method: string, search: URLSearchParams, headers: IncomingHttpHeaders): string {
  if (method !== "POST") return method;
  const override = headers["x-http-method-override"] ?? search.get("x-http-method-override");
  return typeof override === "string" && override !== "" ? override.toUpperCase() : method;
}

/** Whether a header says "true". */
export function hasFlag(headers: IncomingHttpHeaders, name: string): boolean {
  return String(headers[name] ?? "").toLowerCase() === "true";
}
