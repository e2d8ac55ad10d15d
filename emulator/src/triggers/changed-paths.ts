/**
 * The paths that a trigger's ref matches and that a write changed. Walks the paths that were written, and below them
 * only what differs between the trees: nodes that both share are skipped.
 */

import { childOf, childrenOf, type Node, nodeAt } from "../tree/node";
import type { Path } from "../tree/path";
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
  /** What was written, priorities left out; no path stands above another. */
  readonly paths: readonly Path[];
}

/** Calls `found` once for each path where an event of `kind` happened. */
export function findChangedPaths(
  segments: readonly Segment[],
  kind: EventKind,
  { before, after, paths }: WrittenTrees,
  found: (changed: ChangedPath) => void,
): void {
  const fitting = paths.filter((path) => fits(segments, path));
  if (fitting.length === 0) return;
  /** `written` are the paths through this node; undefined at and below a path that was written. */
  const visit = (
    path: Path,
    before: Node,
    after: Node,
    written: readonly Path[] | undefined,
  ): void => {
    if (before === after) return;
    const segment = segments[path.length];
    if (segment === undefined) {
      if (IS_OF_KIND[kind](before, after) && isChanged(before, after, path.length, written)) {
        found({ path, before, after });
      }
      return;
    }
    for (const [key, through] of keysBelow(segment, path.length, before, after, written)) {
      const isWhole = through?.some(({ length }) => length === path.length + 1) === true;
      visit(
        [...path, key],
        childOf(before, key),
        childOf(after, key),
        isWhole ? undefined : through,
      );
    }
  };
  const isRootWritten = fitting.some(({ length }) => length === 0);
  visit([], before, after, isRootWritten ? undefined : fitting);
}

/** Whether a write of `path` may change a path that matches. */
function fits(segments: readonly Segment[], path: Path): boolean {
  // Asked of every trigger at every write.
  const depth = Math.min(segments.length, path.length);
  for (let level = 0; level < depth; level += 1) {
    const segment = segments[level];
    if (segment !== undefined && !matches(segment, path[level] ?? "")) return false;
  }
  return true;
}

const IS_OF_KIND: Readonly<Record<EventKind, (before: Node, after: Node) => boolean>> = {
  written: () => true,
  created: (before) => before === null,
  updated: (before, after) => before !== null && after !== null,
  deleted: (_, after) => after === null,
};

function isChanged(
  before: Node,
  after: Node,
  level: number,
  written: readonly Path[] = [[]],
): boolean {
  return written
    .map((path) => path.slice(level))
    .some((path) => !isSameValue(nodeAt(before, path), nodeAt(after, path)));
}

type KeyBelow = readonly [key: string, through: readonly Path[] | undefined];

/** The keys that match and may have changed, with the written paths through them. */
function keysBelow(
  segment: Segment,
  level: number,
  before: Node,
  after: Node,
  written: readonly Path[] | undefined,
): Iterable<KeyBelow> {
  if (written !== undefined) return keysWritten(level, written);
  if (segment.kind === "key") return [[segment.key, undefined]];
  return keysOf(segment, before, after);
}

function keysWritten(level: number, written: readonly Path[]): Iterable<KeyBelow> {
  const byKey = new Map<string, Path[]>();
  for (const path of written) {
    const key = path[level] ?? "";
    const through = byKey.get(key);
    if (through === undefined) byKey.set(key, [path]);
    else through.push(path);
  }
  return byKey;
}

function* keysOf(segment: Segment, before: Node, after: Node): Generator<KeyBelow> {
  for (const [key] of childrenOf(before)) if (matches(segment, key)) yield [key, undefined];
  for (const [key] of childrenOf(after)) {
    if (childOf(before, key) === null && matches(segment, key)) yield [key, undefined];
  }
}
