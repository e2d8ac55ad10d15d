/** Reads a request's method, parameters and path. */

import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { type Path, pathProblem } from "../tree/path";

export interface RestRequest {
  /** In capitals. A POST may override its method. */
  readonly method: string;
  /** As sent: still percent-encoded, with `..` and doubled slashes. */
  readonly pathname: string;
  readonly search: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: AsyncIterable<Buffer> | Iterable<Buffer>;
  /** Undefined without a server: then there is no event stream. */
  readonly response: ServerResponse | undefined;
}

export function parseRequest(message: IncomingMessage, response: ServerResponse): RestRequest {
  const { method = "GET", url = "/", headers } = message;
  return { ...parseTarget(method, url, headers), headers, body: message, response };
}

export function parseTarget(
  sentMethod: string,
  url: string,
  headers: IncomingHttpHeaders,
): Pick<RestRequest, "method" | "pathname" | "search"> {
  // A proxy may send the whole URL. Remove the host.
  const target = url.replace(/^https?:\/\/[^/?]*/i, "");
  const queryAt = target.indexOf("?");
  const pathname = queryAt === -1 ? target : target.slice(0, queryAt);
  const search = new URLSearchParams(queryAt === -1 ? "" : target.slice(queryAt));
  const method = methodOf(sentMethod, search, headers);
  return { method, pathname: pathname === "" ? "/" : pathname, search };
}

/** Source: https://firebase.google.com/docs/reference/rest/database#section-method-override */
function methodOf(method: string, search: URLSearchParams, headers: IncomingHttpHeaders): string {
  if (method !== "POST") return method;
  const override = headers["x-http-method-override"] ?? search.get("x-http-method-override");
  return typeof override === "string" && override !== "" ? override.toUpperCase() : method;
}

/**
 * Returns the path of data in a URL, or undefined if it is invalid. A percent-encoded slash is part of a key, which
 * makes the key invalid.
 */
export function decodePath(encoded: string): Path | undefined {
  try {
    const keys = encoded.split("/").map((segment) => decodeURIComponent(segment));
    const path = keys.filter((key) => key !== "");
    return pathProblem(path) === undefined ? path : undefined;
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
