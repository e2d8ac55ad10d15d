/** The JSON of a tree with its priorities, as a stream of text, so that a database does not become one text. */

import { nodeToJson } from "../tree/json";
import { Branch, childrenOf } from "../tree/node";
import type { Node } from "../tree/node";
import { isShort } from "./node-chunks";

/** Long lists are written as objects, which means the same to every database. */
export function* jsonText(node: Node): Generator<string> {
  if (!(node instanceof Branch) || isShort(node)) {
    yield JSON.stringify(nodeToJson(node, true));
    return;
  }
  let before = "{";
  for (const [key, child] of childrenOf(node)) {
    yield `${before}${JSON.stringify(key)}:`;
    yield* jsonText(child);
    before = ",";
  }
  yield node.priority === null ? "}" : `,".priority":${JSON.stringify(node.priority)}}`;
}
