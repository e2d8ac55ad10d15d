/**
 * The leaves between two paths, as clients with a disk cache count them: a path stands before the paths below it, and
 * the priority of a node with children is a leaf among them.
 * Source: Path, RangeMerge and CompoundHash of the public client SDKs for Android and Apple systems.
 */

import { createHash } from "node:crypto";
import { typedText } from "../tree/hash";
import {
  Branch,
  BranchBuilder,
  childrenOf,
  type Node,
  nodeAt,
  PrioritizedLeaf,
  priorityOf,
  type Scalar,
  scalarOf,
} from "../tree/node";
import { compareKeys } from "../tree/order";
import { comparePaths, parsePath, type Path, pathProblem } from "../tree/path";

/** A side that is undefined is open. */
interface LeafRange {
  /** Exclusive. */
  readonly start: Path | undefined;
  /** Inclusive; what stands below it is outside. */
  readonly end: Path | undefined;
}

/** A node's priority without any of its children, which clients ignore. */
const PRIORITY_ALONE = Symbol("a priority without children");

function partOf(node: Node, range: LeafRange): Node | typeof PRIORITY_ALONE {
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
function hasUnhashedPriority(node: Node, range: LeafRange): boolean {
  if (!(node instanceof Branch)) return false;
  if (isPriorityIn(range) && compareKeys(node.children.maxKey() ?? "", PRIORITY) < 0) return true;
  for (const [, child, rest] of childrenIn(node, range)) {
    if (hasUnhashedPriority(child, rest)) return true;
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
function startsAtPrioritizedLeaf(node: Node, { start }: LeafRange): boolean {
  const ways = start && [...start.keys(), start.length].map((length) => start.slice(0, length));
  return ways?.some((way) => nodeAt(node, way) instanceof PrioritizedLeaf) === true;
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
    // A client ignores a priority that comes without children, so this one would be lost.
    if (part === PRIORITY_ALONE) return undefined;
    if (rangeHashOf(part) === hash && !hasUnhashedPriority(node, range)) continue;
    // A client counts that leaf's priority as a part of the range, and would drop it.
    if (startsAtPrioritizedLeaf(node, range)) return undefined;
    merges.push({ ...range, part });
  }
  return merges.length === hashes.length ? undefined : merges;
}

const PRIORITY = ".priority";

/**
 * What a client with a disk cache says it has: its data cut into ranges at the posts, and a hash of each. A range holds
 * the leaves after one post up to and including the next; there is one hash more than posts, for the open end.
 */
export interface CompoundHash {
  /** Relative to the path listened to, in ascending order. */
  readonly posts: readonly Path[];
  readonly hashes: readonly string[];
}

/** Clients make longer ranges when they have more data: 256 MB give a few thousand. */
const MAX_POSTS = 10_000;

/** Reads `ch`; undefined where it is malformed, or does not describe what the client has. */
export function parseCompoundHash(json: unknown): CompoundHash | undefined {
  if (typeof json !== "object" || json === null) return undefined;
  const { ps: paths, hs: hashes } = json as Readonly<Record<string, unknown>>;
  if (!isListOfText(paths) || !isListOfText(hashes)) return undefined;
  if (paths.length === 0 || paths.length > MAX_POSTS) return undefined;
  if (hashes.length !== paths.length + 1) return undefined;
  const posts = paths.map(parsePath);
  const isSound = posts.every((post, position) => {
    const earlier = posts[position - 1];
    return isPost(post) && (earlier === undefined || comparePaths(earlier, post) < 0);
  });
  return isSound ? { posts, hashes } : undefined;
}

function isListOfText(json: unknown): json is readonly string[] {
  return Array.isArray(json) && json.every((member) => typeof member === "string");
}

/** Clients end no range at a priority. */
function isPost(path: Path): boolean {
  return path.at(-1) !== PRIORITY && pathProblem(path) === undefined;
}

/** The hash of what stands in a range: base64 of SHA-1, `""` for nothing. */
function rangeHashOf(part: Node): string {
  if (part === null) return "";
  const hash = createHash("sha1");
  // Many small pieces take longer, and all at once takes too much memory.
  let piece = "(";
  for (const text of textsOf(part)) {
    piece += text;
    if (piece.length < PIECE_LENGTH) continue;
    hash.update(piece);
    piece = "";
  }
  return hash.update(`${piece})`).digest("base64");
}

const PIECE_LENGTH = 64 * 1024;

function* textsOf(node: Exclude<Node, null>): Generator<string> {
  if (!(node instanceof Branch)) yield leafText(node);
  let separator = "";
  for (const [key, child] of childrenAndPriority(node)) {
    yield `${separator}${quoted(key)}:(`;
    yield* textsOf(child);
    yield ")";
    separator = ",";
  }
}

/** The SDKs leave out a priority that no child follows. */
function* childrenAndPriority(node: Node): Iterable<readonly [string, Exclude<Node, null>]> {
  let priority = priorityOf(node);
  for (const child of childrenOf(node)) {
    if (priority !== null && compareKeys(child[0], PRIORITY) > 0) {
      yield [PRIORITY, priority];
      priority = null;
    }
    yield child;
  }
}

function leafText(leaf: Node): string {
  const priority = priorityOf(leaf);
  const prefix = priority === null ? "" : `priority:${quotedText(priority)}:`;
  return prefix + quotedText(scalarOf(leaf) ?? "");
}

function quotedText(value: Scalar): string {
  return typedText(typeof value === "string" ? quoted(value) : value);
}

function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, "\\$&")}"`;
}
