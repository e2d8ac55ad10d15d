/**
 * What a client with a disk cache says it has: its data cut into ranges at the posts, and a hash of each. A range holds
 * the leaves after one post up to and including the next; there is one hash more than posts, for the open end.
 * Source: CompoundHash of the public client SDKs for Android and Apple systems.
 */

import { createHash } from "node:crypto";
import { doubleInHex } from "../tree/hash";
import { Branch, childrenOf, type Node, priorityOf, type Scalar, scalarOf } from "../tree/node";
import { compareKeys } from "../tree/order";
import { comparePaths, parsePath, type Path, pathProblem } from "../tree/path";

export const PRIORITY = ".priority";

export interface CompoundHash {
  /** Relative to the path listened to, in ascending order. */
  readonly posts: readonly Path[];
  readonly hashes: readonly string[];
}

/** Clients make the ranges longer the more they have: 256 MB come to some thousands. */
const MAX_POSTS = 10_000;

/** Reads `ch`; undefined for what is none, or says nothing of what the client has. */
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
export function rangeHashOf(part: Node): string {
  if (part === null) return "";
  const text = new HashedText();
  text.add("(");
  addNode(text, part);
  text.add(")");
  return text.digest();
}

/** Hashes text a good piece at a time: hashing every scrap takes longer, and all at once too much memory. */
class HashedText {
  private readonly hash = createHash("sha1");
  private pending = "";

  add(text: string): void {
    this.pending += text;
    if (this.pending.length < PIECE_LENGTH) return;
    this.hash.update(this.pending);
    this.pending = "";
  }

  digest(): string {
    return this.hash.update(this.pending).digest("base64");
  }
}

const PIECE_LENGTH = 64 * 1024;

function addNode(text: HashedText, node: Exclude<Node, null>): void {
  if (!(node instanceof Branch)) {
    text.add(leafText(node));
    return;
  }
  let separator = "";
  for (const [key, child] of childrenAndPriority(node)) {
    text.add(`${separator}${quoted(key)}:(`);
    addNode(text, child);
    text.add(")");
    separator = ",";
  }
}

/** The SDKs leave out a priority that no child follows. */
function* childrenAndPriority(node: Branch): Iterable<readonly [string, Exclude<Node, null>]> {
  let { priority } = node;
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
  const prefix = priority === null ? "" : `priority:${typedText(priority)}:`;
  return prefix + typedText(scalarOf(leaf) ?? "");
}

function typedText(value: Scalar): string {
  if (typeof value === "string") return `string:${quoted(value)}`;
  return typeof value === "number" ? `number:${doubleInHex(value)}` : `boolean:${String(value)}`;
}

function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, "\\$&")}"`;
}
