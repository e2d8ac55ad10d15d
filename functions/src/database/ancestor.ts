/**
 * Tells an update from the lowest place that all its paths share. What it writes is the same, but the SDK counts two
 * updates in flight as overlapping where one's place holds the other's, and then lays all of them over each other anew
 * with every answer: told from the root, all would. It also makes for a shorter message.
 */

import type { Update } from "./database";

export interface PlacedUpdate {
  /** Empty for the root. */
  readonly path: string;
  /** By path below that place. */
  readonly values: Update;
}

/** @param update by path from the root, without a slash in front */
export function placeUpdate(update: Update): PlacedUpdate {
  const paths = Object.keys(update);
  let path = parentOf(paths[0] ?? "");
  for (const each of paths) {
    while (path !== "" && !each.startsWith(`${path}/`)) path = parentOf(path);
  }
  if (path === "") return { path, values: update };
  const below = path.length + 1;
  const values = Object.entries(update).map(([each, value]) => [each.slice(below), value] as const);
  return { path, values: Object.fromEntries(values) };
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf("/"), 0));
}
