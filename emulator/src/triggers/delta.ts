/**
 * The values in events: without priorities, and with lists as objects, so that a delta can name changed items.
 * firebase-functions computes the value after a write from the value before and the delta.
 */

import type { Json } from "../tree/json";
import { Branch, childOf, childrenOf, type Node, scalarOf } from "../tree/node";

/** Returns whether two nodes are equal for functions, which ignore priorities. Skips the parts that both share. */
export function isSameValue(a: Node, b: Node): boolean {
  if (a === b) return true;
  if (!(a instanceof Branch && b instanceof Branch)) {
    return !(a instanceof Branch || b instanceof Branch) && scalarOf(a) === scalarOf(b);
  }
  if (a.children.size !== b.children.size) return false;
  for (const [key, child] of childrenOf(a)) {
    if (!isSameValue(child, childOf(b, key))) return false;
  }
  return true;
}

export function valueOf(node: Node): Json {
  return node instanceof Branch
    ? Object.fromEntries(Array.from(childrenOf(node), ([key, child]) => [key, valueOf(child)]))
    : scalarOf(node);
}

/**
 * Returns whether every object inherits this key. firebase-functions tests keys with `in`, which finds inherited keys.
 * So a delta must contain such a key even if it is unchanged.
 */
const isInherited = (key: string): boolean => key in Object.prototype;

/** Returns the delta from `before` to `after`: the changed keys, with null for removed keys, or the whole value. */
export function deltaOf(before: Node, after: Node): Json {
  if (!(before instanceof Branch && after instanceof Branch)) return valueOf(after);
  const changes: [string, Json][] = [];
  for (const [key, child] of childrenOf(after)) {
    const earlier = childOf(before, key);
    if (isInherited(key) || !isSameValue(earlier, child))
      changes.push([key, deltaOf(earlier, child)]);
  }
  for (const [key] of childrenOf(before)) {
    if (childOf(after, key) === null) changes.push([key, null]);
  }
  return Object.fromEntries(changes);
}
