/**
 * Values as events carry them: without priorities, and with lists as objects, so that what changed in one can be named.
 * firebase-functions makes the value after a write from the value before and the delta.
 */

import type { Json } from "../tree/json";
import { Branch, childOf, childrenOf, type Node, scalarOf } from "../tree/node";

/** Whether two nodes show functions the same: priorities do not count. What they share is not walked. */
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

/** firebase-functions asks for keys with `in`, which finds these in every object: an unchanged one is named too. */
const isInherited = (key: string): boolean => key in Object.prototype;

/** What turns the value of `before` into that of `after`: changed keys, null for removed ones, or the whole value. */
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
