/**
 * The leaves between two paths, for clients with a disk cache. A path comes before the paths below it. The priority of
 * a node with children is a leaf of the node.
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

/** A range of leaves. An undefined side is open. */
interface LeafRange {
  /** Exclusive. */
  readonly start: Path | undefined;
  /** Inclusive, but without the paths below it. */
  readonly end: Path | undefined;
}

/** A node's priority without a child. Clients ignore such a priority. */
const LONE_PRIORITY = Symbol("a priority without children");

function partOf(node: Node, range: LeafRange): Node | typeof LONE_PRIORITY {
  if (range.start === undefined && range.end === undefined) return node;
  if (!(node instanceof Branch)) return range.start === undefined ? node : null;
  const builder = new BranchBuilder();
  for (const [key, child, rest] of childrenIn(node, range)) {
    const part = partOf(child, rest);
    if (part === LONE_PRIORITY) return part;
    builder.set(key, part);
  }
  const priority = isPriorityIn(range) ? node.priority : null;
  return builder.build(priority) ?? (priority === null ? null : LONE_PRIORITY);
}

/** Returns whether the range contains a priority that no child follows. The SDKs omit it from their hashes. */
function hasUnhashedPriority(node: Node, range: LeafRange): boolean {
  if (!(node instanceof Branch)) return false;
  if (isPriorityIn(range) && compareKeys(node.children.maxKey() ?? "", PRIORITY) < 0) return true;
  for (const [, child, rest] of childrenIn(node, range)) {
    if (hasUnhashedPriority(child, rest)) return true;
  }
  return false;
}

/** Yields the children that are at least partly in the range, with the range inside the child. */
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

/** Returns whether the range starts at or below a leaf with a priority. */
function startsAtPrioritizedLeaf(node: Node, { start }: LeafRange): boolean {
  const ways = start && [...start.keys(), start.length].map((length) => start.slice(0, length));
  return ways?.some((way) => nodeAt(node, way) instanceof PrioritizedLeaf) === true;
}

export interface RangeMerge extends LeafRange {
  readonly part: Node;
}

/**
 * Returns the ranges that a client lacks, in order. Returns undefined if the client must receive everything, or could
 * misread a range.
 */
export function rangeMerges(
  node: Node,
  { posts, hashes }: CompoundHash,
): readonly RangeMerge[] | undefined {
  const merges: RangeMerge[] = [];
  for (const [position, hash] of hashes.entries()) {
    const range = { start: posts[position - 1], end: posts[position] };
    const part = partOf(node, range);
    // A client ignores a priority that comes without children, so it would be lost.
    if (part === LONE_PRIORITY) return undefined;
    if (rangeHashOf(part) === hash && !hasUnhashedPriority(node, range)) continue;
    // A client counts the leaf's priority as a part of the range, and would drop it.
    if (startsAtPrioritizedLeaf(node, range)) return undefined;
    merges.push({ ...range, part });
  }
  return merges.length === hashes.length ? undefined : merges;
}

const PRIORITY = ".priority";

/**
 * Describes the data of a client with a disk cache. Posts cut the data into ranges; each range has a hash. A range is
 * the leaves after one post up to and including the next. There is one more hash than posts, for the open end.
 */
export interface CompoundHash {
  /** Relative to the path listened to, in ascending order. */
  readonly posts: readonly Path[];
  readonly hashes: readonly string[];
}

/** Clients use longer ranges for more data: 256 MB have a few thousand posts. */
const MAX_POSTS = 10_000;

/** Reads `ch`. Returns undefined if it is malformed or not a valid description. */
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

/** Returns whether a range may end at this path. Clients do not end a range at a priority. */
function isPost(path: Path): boolean {
  return path.at(-1) !== PRIORITY && pathProblem(path) === undefined;
}

/** Returns the hash of a range: base64 of SHA-1, or "" if the range is empty. */
function rangeHashOf(part: Node): string {
  if (part === null) return "";
  const hash = createHash("sha1");
  // Many small pieces take longer, and a single piece takes too much memory.
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

/** Yields the children and, in the order of keys, the priority. The SDKs omit a priority that no child follows. */
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
