/**
 * The hash that clients compare a node by: in transactions, when they listen again, and as the ETag over REST.
 * Base64 of SHA-1; the text of nothing is empty. A leaf hashes its type and value, a branch its children's keys and
 * hashes in the order of priority, then key; a priority stands in front of either.
 */

import { createHash } from "node:crypto";
import { childrenOf, Branch, priorityOf, scalarOf } from "./node";
import type { Node, Scalar } from "./node";
import { compareSortValues } from "./order";

export function hashOf(node: Node): string {
  if (node === null) return "";
  const priority = priorityOf(node);
  const prefix = priority === null ? "" : `priority:${typedText(priority)}:`;
  const content = node instanceof Branch ? childrenText(node) : typedText(scalarOf(node) ?? "");
  return createHash("sha1")
    .update(prefix + content)
    .digest("base64");
}

function typedText(value: Scalar): string {
  return `${typeof value}:${typeof value === "number" ? doubleInHex(value) : String(value)}`;
}

function doubleInHex(value: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes.toString("hex");
}

function childrenText(node: Branch): string {
  const children = [...childrenOf(node)];
  if (node.prioritizedChildren > 0) {
    // The sort is stable and the children come in the order of their keys.
    children.sort(([, a], [, b]) => compareSortValues(priorityOf(a), priorityOf(b)));
  }
  return children.map(([key, child]) => `:${key}:${hashOf(child)}`).join("");
}
