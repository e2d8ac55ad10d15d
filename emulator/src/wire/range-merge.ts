/**
 * Spares a client what it has already: by its compound hash, only the ranges that differ are told, each to take the
 * place of every leaf that the client has there. Where a client could be led astray, nothing is spared.
 * Source: RangeMerge of the public client SDKs for Android and Apple systems.
 */

import type { Node } from "../tree/node";
import { type CompoundHash, rangeHashOf } from "./compound-hash";
import {
  hasUnsaidPriority,
  type LeafRange,
  partOf,
  PRIORITY_ALONE,
  startsAtPrioritizedLeaf,
} from "./leaf-range";

export interface RangeMerge extends LeafRange {
  /** All that stands in the range. */
  readonly part: Node;
}

/** What to tell a client that has what the hashes say, in this order; undefined where it must be told all. */
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
