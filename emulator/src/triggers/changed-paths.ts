/**
 * Finds the paths that a write changed and that a trigger's ref matches. Walks the written paths, and below them only
 * the differences between the trees: nodes that both trees share are skipped.
 */

import { childOf, childrenOf, type Node, nodeAt } from "../tree/node";
import { formatPath, type Path } from "../tree/path";
import { isSameValue } from "./delta";
import { matches, type Segment } from "./ref-pattern";
import type { EventKind } from "./registration";

export interface ChangedPath {
  readonly path: Path;
  readonly before: Node;
  readonly after: Node;
}

export interface WrittenTrees {
  readonly before: Node;
  readonly after: Node;
  /** The written paths without priorities. They do not contain each other. */
  readonly paths: readonly Path[];
}

/** Calls `found` once for each path where an event of `kind` happened. */
export function findChangedPaths(
  segments: readonly Segment[],
  kind: EventKind,
  { before, after, paths }: WrittenTrees,
  found: (changed: ChangedPath) => void,
): void {
  const report = (changed: ChangedPath): void => {
    if (IS_OF_KIND[kind](changed.before, changed.after)) found(changed);
  };
  /** Several written paths may be below the same matching path. */
  const changedInside = new Set<string>();
  for (const written of paths) {
    if (!mayMatch(segments, written)) continue;
    const path = written.slice(0, segments.length);
    const at = { path, before: nodeAt(before, path), after: nodeAt(after, path) };
    if (path.length < segments.length) {
      walk(segments, at, report);
    } else if (!changedInside.has(formatPath(path))) {
      const below = written.slice(path.length);
      if (isSameValue(nodeAt(at.before, below), nodeAt(at.after, below))) continue;
      changedInside.add(formatPath(path));
      report(at);
    }
  }
}

/** Returns whether a write of `path` may change a path that matches. */
function mayMatch(segments: readonly Segment[], path: Path): boolean {
  return segments.every((segment, level) => {
    const key = path[level];
    return key === undefined || matches(segment, key);
  });
}

const IS_OF_KIND: Readonly<Record<EventKind, (before: Node, after: Node) => boolean>> = {
  written: () => true,
  created: (before) => before === null,
  updated: (before, after) => before !== null && after !== null,
  deleted: (_, after) => after === null,
};

/** Reports matching paths that changed, at and below a written path. */
function walk(
  segments: readonly Segment[],
  changed: ChangedPath,
  report: (changed: ChangedPath) => void,
): void {
  const { path, before, after } = changed;
  if (before === after) return;
  const segment = segments[path.length];
  if (segment === undefined) {
    if (!isSameValue(before, after)) report(changed);
    return;
  }
  for (const key of keysOf(segment, before, after)) {
    const child = {
      path: [...path, key],
      before: childOf(before, key),
      after: childOf(after, key),
    };
    walk(segments, child, report);
  }
}

/** Yields the matching keys of both trees. */
function* keysOf(segment: Segment, before: Node, after: Node): Generator<string> {
  if (segment.kind === "key") {
    yield segment.key;
    return;
  }
  for (const [key] of childrenOf(before)) if (matches(segment, key)) yield key;
  for (const [key] of childrenOf(after)) {
    if (childOf(before, key) === null && matches(segment, key)) yield key;
  }
}
