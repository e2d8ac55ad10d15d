/**
 * The leaves between two paths, as clients with a disk cache count them: a path stands before the paths below it, and
 * the priority of a node with children is a leaf among them.
 * Source: Path and RangeMerge of the public client SDKs for Android and Apple systems.
 */

import { Branch, BranchBuilder, childrenOf, type Node, PrioritizedLeaf } from "../tree/node";
import { compareKeys } from "../tree/order";
import type { Path } from "../tree/path";
import { type CompoundHash, PRIORITY, rangeHashOf } from "./compound-hash";

/** Undefined leaves that side open. */
export interface LeafRange {
  /** Exclusive. */
  readonly start: Path | undefined;
  /** Inclusive; what stands below it is outside. */
  readonly end: Path | undefined;
}

/** A node's priority without any of its children, which clients take for nothing. */
export const PRIORITY_ALONE = Symbol("a priority without children");

export function partOf(node: Node, range: LeafRange): Node | typeof PRIORITY_ALONE {
  if (range.start === undefined && range.end === undefined) return node;
  if (!(node instanceof Branch)) return range.start === undefined ? node : null;
  const builder = new BranchBuilder();
  for (const [key, child, rest] of childrenIn(node, range)) {
    const part = partOf(child, rest);
    if (part === PRIORITY_ALONE) return part;
    builder.set(key, part);
  }
  const priority = isPriorityIn(range) ? node.priority : null;
  return builder.build(priority) ?? (priority === null ? null : PRIORITY_ALONE);
}

/** Whether the range holds a priority that no child follows, which the SDKs leave out of their hashes. */
export function hasUnsaidPriority(node: Node, range: LeafRange): boolean {
  if (!(node instanceof Branch)) return false;
  if (isPriorityIn(range) && compareKeys(node.children.maxKey() ?? "", PRIORITY) < 0) return true;
  for (const [, child, rest] of childrenIn(node, range)) {
    if (hasUnsaidPriority(child, rest)) return true;
  }
  return false;
}

/** The children that stand in the range at least in part, and what the range is for each. */
function* childrenIn(
  node: Branch,
  { start, end }: LeafRange,
): Iterable<readonly [key: string, child: Exclude<Node, null>, rest: LeafRange]> {
  if (end?.length === 0) return;
  const from = start?.[0];
  const to = end?.[0];
  for (const [key, child] of childrenOf(node, from)) {
    if (to !== undefined && compareKeys(key, to) > 0) return;
    const rest = {
      start: key === from ? start?.slice(1) : undefined,
      end: key === to ? end?.slice(1) : undefined,
    };
    yield [key, child, rest];
  }
}

function isPriorityIn({ start, end }: LeafRange): boolean {
  const from = start?.[0];
  const to = end?.[0];
  if (from !== undefined && compareKeys(PRIORITY, from) < 0) return false;
  return end === undefined || (to !== undefined && compareKeys(PRIORITY, to) < 0);
}

/** Whether the range starts at a leaf with a priority, or below one. */
export function startsAtPrioritizedLeaf(node: Node, { start }: LeafRange): boolean {
  if (start === undefined) return false;
  let at = node;
  for (const key of start) {
    if (!(at instanceof Branch)) break;
    at = at.children.get(key) ?? null;
  }
  return at instanceof PrioritizedLeaf;
}

export interface RangeMerge extends LeafRange {
  readonly part: Node;
}

/** The ranges that a client lacks, in order; undefined when it must receive everything, or could misread one. */
export function rangeMerges(
  node: Node,
  { posts, hashes }: CompoundHash,
): readonly RangeMerge[] | undefined {
  const merges: RangeMerge[] = [];
  for (const [position, hash] of hashes.entries()) {
    const range = { start: posts[position - 1], end: posts[position] };
    const part = partOf(node, range);
    // A client cannot take a priority before it has the children, so one that stands alone would be lost.
    if (part === PRIORITY_ALONE) return undefined;
    if (rangeHashOf(part) === hash && !hasUnsaidPriority(node, range)) continue;
    // A client takes that leaf's priority for a part of the range, and would drop it.
    if (startsAtPrioritizedLeaf(node, range)) return undefined;
    merges.push({ ...range, part });
  }
  return merges.length === hashes.length ? undefined : merges;
}
