/**
 * The hash by which clients compare nodes: in transactions, when they listen again, and as the ETag over REST. The
 * hash is base64 of SHA-1, and "" for null. A leaf hashes its type and value. A branch hashes the keys and hashes of
 * its children, in the order of priority, then key. A priority comes first in both.
 */

import { hash } from "node:crypto";
import { Branch, childrenOf, type Node, PrioritizedLeaf, priorityOf, type Scalar } from "./node";
import { isNumeric } from "./numbers";
import { compareSortValues } from "./order";

export function hashOf(node: Node): string {
  return node === null ? "" : hashWith(node, new Map());
}

/** Hashes of scalars: names and states often repeat. */
type HashCache = Map<Scalar, string>;

const MAX_CACHED = 16_384;
/** In UTF-16 units. Longer strings rarely occur twice. */
const MAX_CACHED_LENGTH = 64;

function hashWith(node: Exclude<Node, null>, cache: HashCache): string {
  if (node instanceof Branch) return node.hashBy((branch) => sha1(branchText(branch, cache)));
  if (node instanceof PrioritizedLeaf) {
    return sha1(`priority:${typedText(node.priority)}:${typedText(node.value)}`);
  }
  const cached = cache.get(node);
  if (cached !== undefined) return cached;
  const hashed = sha1(typedText(node));
  if (typeof node === "string" && node.length > MAX_CACHED_LENGTH) return hashed;
  if (cache.size === MAX_CACHED) cache.clear();
  cache.set(node, hashed);
  return hashed;
}

function sha1(text: string): string {
  return hash("sha1", text, "base64");
}

export function typedText(value: Scalar): string {
  // Clients hash a 64-bit integer as the nearest double.
  if (isNumeric(value)) return `number:${doubleInHex(Number(value))}`;
  return `${typeof value}:${value}`;
}

const double = new DataView(new ArrayBuffer(8));

function doubleInHex(value: number): string {
  double.setFloat64(0, value);
  return wordInHex(double.getUint32(0)) + wordInHex(double.getUint32(4));
}

function wordInHex(word: number): string {
  return word.toString(16).padStart(8, "0");
}

function branchText(branch: Branch, cache: HashCache): string {
  const { priority, prioritizedChildren } = branch;
  let text = priority === null ? "" : `priority:${typedText(priority)}:`;
  const ordered = prioritizedChildren === 0 ? childrenOf(branch) : inOrderOfPriority(branch);
  for (const [key, child] of ordered) text += `:${key}:${hashWith(child, cache)}`;
  return text;
}

function inOrderOfPriority(branch: Branch): readonly [string, Exclude<Node, null>][] {
  // The sort is stable and the children come in the order of their keys.
  return [...childrenOf(branch)].sort(([, a], [, b]) =>
    compareSortValues(priorityOf(a), priorityOf(b)),
  );
}
