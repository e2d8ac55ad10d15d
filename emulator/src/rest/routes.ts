/** Which resource a path names. */

import { pathProblem } from "../tree/path";
import type { Path } from "../tree/path";

export type Route =
  | { readonly kind: "data"; readonly path: Path }
  | { readonly kind: "invalid"; readonly problem: string }
  | { readonly kind: keyof typeof SPECIAL_ROUTES }
  | { readonly kind: "unknown" };

const SPECIAL_ROUTES = {
  rules: "/.settings/rules.json",
  coverage: "/.inspect/coverage.json",
  coveragePage: "/.inspect/coverage",
  databases: "/.inspect/databases.json",
  level: "/.inspect/level.json",
  places: "/.inspect/changes",
  viewer: "/",
  socket: "/.ws",
  longPolling: "/.lp",
} as const;

const SUFFIX = ".json";

/** The documented words for a path that cannot name data. */
const INVALID_TOKEN = "Invalid path: Invalid token in path";

export function routeOf(pathname: string): Route {
  for (const [kind, path] of Object.entries(SPECIAL_ROUTES)) {
    if (pathname === path) return { kind: kind as keyof typeof SPECIAL_ROUTES };
  }
  return pathname.endsWith(SUFFIX)
    ? dataRoute(pathname.slice(0, -SUFFIX.length))
    : { kind: "unknown" };
}

function dataRoute(encodedPath: string): Route {
  const path: string[] = [];
  for (const segment of encodedPath.split("/")) {
    const key = decodeSegment(segment);
    if (key === undefined) return { kind: "invalid", problem: INVALID_TOKEN };
    if (key !== "") path.push(key);
  }
  // A slash that was percent-encoded is part of a key here, and no key may hold one.
  return pathProblem(path) === undefined
    ? { kind: "data", path }
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
