/** Reads a request: its method, its parameters, and which resource it names. */

import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { type Path, pathProblem } from "../tree/path";

export interface RestRequest {
  /** In capitals. A POST may name another method, which then counts. */
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

export function hasFlag(headers: IncomingHttpHeaders, name: string): boolean {
  return String(headers[name] ?? "").toLowerCase() === "true";
}

export type Route =
  | { readonly kind: "data" | "upload"; readonly path: Path }
  | { readonly kind: "invalid"; readonly problem: string }
  | { readonly kind: keyof typeof SPECIAL_ROUTES }
  | { readonly kind: "unknown" };

const SPECIAL_ROUTES = {
  rules: "/.settings/rules.json",
  functionTriggers: "/.settings/functionTriggers.json",
  triggers: "/.inspect/triggers",
  coverage: "/.inspect/coverage.json",
  coveragePage: "/.inspect/coverage",
  databases: "/.inspect/databases.json",
  level: "/.inspect/level.json",
  changes: "/.inspect/changes",
  viewer: "/",
  socket: "/.ws",
  longPolling: "/.lp",
} as const;

const SUFFIX = ".json";
const UPLOAD = "/.upload";

/** The documented words for a path that cannot name data. */
const INVALID_TOKEN = "Invalid path: Invalid token in path";

export function routeOf(pathname: string): Route {
  for (const [kind, path] of Object.entries(SPECIAL_ROUTES)) {
    if (pathname === path) return { kind: kind as keyof typeof SPECIAL_ROUTES };
  }
  if (pathname.endsWith(SUFFIX)) return dataRoute("data", pathname.slice(0, -SUFFIX.length));
  return pathname.endsWith(UPLOAD)
    ? dataRoute("upload", pathname.slice(0, -UPLOAD.length))
    : { kind: "unknown" };
}

function dataRoute(kind: "data" | "upload", encodedPath: string): Route {
  const path: string[] = [];
  for (const segment of encodedPath.split("/")) {
    const key = decodeSegment(segment);
    if (key === undefined) return { kind: "invalid", problem: INVALID_TOKEN };
    if (key !== "") path.push(key);
  }
  // A slash that was percent-encoded is part of a key here, and no key may hold one.
  return pathProblem(path) === undefined
    ? { kind, path }
    : { kind: "invalid", problem: INVALID_TOKEN };
}

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
