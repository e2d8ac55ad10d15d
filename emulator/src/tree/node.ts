/**
 * The tree's values. A node is immutable: a write returns a new node that shares the unchanged parts, so a snapshot is
 * a reference. A leaf without a priority is a plain scalar. A leaf with a priority and a node with children are
 * objects.
 */

import { Children, ChildrenEditor, type Parts } from "./children";
import type { Numeric } from "./numbers";
import type { Scalar } from "./order";
import type { Path } from "./path";

export type { Scalar };
export type Priority = string | Numeric;

/** The value at a path. Null means that the path is empty. */
export type Node = null | Scalar | PrioritizedLeaf | Branch;

export class PrioritizedLeaf {
  constructor(
    readonly value: Scalar,
    readonly priority: Priority,
  ) {}
}

/** A node with children. It is its own list of children, because an object more for each node takes much memory. */
export class Branch extends Children<Exclude<Node, null>> {
  #hash: string | undefined;

  constructor(
    children: Parts<Exclude<Node, null>>,
    readonly priority: Priority | null,
    /** How many children have a priority. With 0, the order by priority is the order by key. */
    readonly prioritizedChildren: number,
  ) {
    super(children);
  }

  get children(): Children<Exclude<Node, null>> {
    return this;
  }

  /** Returns the result of `compute` for this node and keeps it: nodes that a write shares are not hashed again. */
  hashBy(compute: (branch: Branch) => string): string {
    this.#hash ??= compute(this);
    return this.#hash;
  }
}

/** Builds a branch, from nothing or from an existing branch. */
export class BranchBuilder {
  private readonly children: ChildrenEditor<Exclude<Node, null>>;
  private prioritizedChildren: number;

  /** @param from a branch whose children the builder starts with */
  constructor(from?: Branch) {
    this.children = from?.children.edit() ?? new ChildrenEditor();
    this.prioritizedChildren = from?.prioritizedChildren ?? 0;
  }

  /** Sets a child; null removes it. A key that is set twice keeps the later value. */
  set(key: string, node: Node): void {
    if (this.prioritizedChildren > 0 && priorityOf(this.children.get(key) ?? null) !== null) {
      this.prioritizedChildren -= 1;
    }
    this.children.set(key, node ?? undefined);
    if (priorityOf(node) !== null) this.prioritizedChildren += 1;
  }

  /** Returns the node, or null without children. The builder must not be used afterwards. */
  build(priority: Priority | null): Node {
    const branch = new Branch(this.children.parts(), priority, this.prioritizedChildren);
    return branch.size === 0 ? null : branch;
  }
}

/** Returns the value of a leaf, or null for an empty path and for a node with children. */
export function scalarOf(node: Node): Scalar | null {
  if (node instanceof PrioritizedLeaf) return node.value;
  return node instanceof Branch ? null : node;
}

export function priorityOf(node: Node): Priority | null {
  return node instanceof PrioritizedLeaf || node instanceof Branch ? node.priority : null;
}

export function withPriority(node: Node, priority: Priority | null): Node {
  if (node === null) return null;
  if (node instanceof Branch) return new Branch(node.children, priority, node.prioritizedChildren);
  const value = node instanceof PrioritizedLeaf ? node.value : node;
  return priority === null ? value : new PrioritizedLeaf(value, priority);
}

/** Returns the child with this key, or null. `.priority` is a child, too. */
export function childOf(node: Node, key: string): Node {
  if (node instanceof Branch) {
    return key === ".priority" ? node.priority : (node.children.get(key) ?? null);
  }
  return key === ".priority" ? priorityOf(node) : null;
}

export function nodeAt(node: Node, path: Path): Node {
  let at = node;
  for (const key of path) {
    if (at === null) return null;
    at = childOf(at, key);
  }
  return at;
}

export function childCount(node: Node): number {
  return node instanceof Branch ? node.children.size : 0;
}

/** Returns the children in the order of their keys, from `fromKey` on. */
export function childrenOf(node: Node, fromKey?: string): Iterable<[string, Exclude<Node, null>]> {
  return node instanceof Branch ? node.children.entries(fromKey) : [];
}

/** Returns the children in the reverse order of their keys, from `fromKey` down. */
export function childrenBackwards(
  node: Node,
  fromKey?: string,
): Iterable<[string, Exclude<Node, null>]> {
  return node instanceof Branch ? node.children.entriesReversed(fromKey) : [];
}

/**
 * Returns the node with some of its children set. A null child is removed. A node without children becomes null. Values
 * and removals together keep the node's priority; a priority is set last.
 */
export function withChildren(
  node: Node,
  changes: Iterable<{ readonly key: string; readonly node: Node }>,
): Node {
  let builder: BranchBuilder | undefined;
  let priority = priorityOf(node);
  for (const { key, node: child } of changes) {
    if (key === ".priority") {
      priority = scalarOf(child) as Priority | null;
    } else {
      builder ??= new BranchBuilder(node instanceof Branch ? node : undefined);
      builder.set(key, child);
    }
  }
  if (builder !== undefined) return builder.build(priority);
  return priority === priorityOf(node) ? node : withPriority(node, priority);
}

export function withNodeAt(node: Node, path: Path, value: Node, level = 0): Node {
  const key = path[level];
  if (key === undefined) return value;
  const child = childOf(node, key);
  const changed = withNodeAt(child, path, value, level + 1);
  return changed === child ? node : withChildren(node, [{ key, node: changed }]);
}

/** Returns whether two nodes are equal, priorities included. Skips the parts that both share. */
export function isEqual(a: Node, b: Node): boolean {
  if (a === b) return true;
  if (a instanceof PrioritizedLeaf) {
    return b instanceof PrioritizedLeaf && a.value === b.value && a.priority === b.priority;
  }
  if (!(a instanceof Branch && b instanceof Branch)) return false;
  if (a.priority !== b.priority || a.children.size !== b.children.size) return false;
  if (a.prioritizedChildren !== b.prioritizedChildren) return false;
  for (const [key, child] of a.children.entries()) {
    const otherChild = b.children.get(key);
    if (otherChild === undefined || !isEqual(child, otherChild)) return false;
  }
  return true;
}
