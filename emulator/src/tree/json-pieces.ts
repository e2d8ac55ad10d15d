/** The JSON of a tree in pieces of text, because the whole may be longer than V8's longest string. */

import { nodeToJson } from "./json";
import { stringifyJson } from "./json-text";
import { Branch, childrenOf, type Node, scalarOf } from "./node";

/** Approximate length of a piece. */
const PIECE_CHARACTERS = 256 * 1024;
/** A shorter part of the tree is converted as a whole. */
const WHOLE_CHARACTERS = 64 * 1024;

/** Returns whether the JSON of a node is longer than about `limit` characters. Stops counting there. */
export function isLongerThan(limit: number, node: Node): boolean {
  return measure(node, limit) > limit;
}

function measure(node: Node, limit: number): number {
  const scalar = scalarOf(node);
  let total = typeof scalar === "string" ? scalar.length + 2 : 8;
  for (const [key, child] of childrenOf(node)) {
    if (total > limit) return total;
    total += key.length + 4 + measure(child, limit - total);
  }
  return total;
}

/** Yields the JSON with priorities. Long lists become objects, which mean the same. */
export function* jsonPieces(node: Node): Generator<string> {
  let piece = "";
  for (const part of partsOf(node)) {
    piece += part;
    if (piece.length < PIECE_CHARACTERS) continue;
    yield piece;
    piece = "";
  }
  yield piece;
}

function* partsOf(node: Node): Generator<string> {
  if (!(node instanceof Branch) || !isLongerThan(WHOLE_CHARACTERS, node)) {
    yield stringifyJson(nodeToJson(node, true));
    return;
  }
  let before = "{";
  for (const [key, child] of childrenOf(node)) {
    yield `${before}${JSON.stringify(key)}:`;
    yield* partsOf(child);
    before = ",";
  }
  yield node.priority === null ? "}" : `,".priority":${stringifyJson(node.priority)}}`;
}
