/** The children that a query shows. `Window` follows changes of the node. */

import { BranchBuilder, childOf, isEqual, type Node } from "../tree/node";
import type { OrderedPositions } from "./ordered-children";
import type { QueryParams } from "./params";
import { comparePositions, type Position, sortValueOf } from "./sort-index";

export type Shown = ReadonlyMap<string, Node>;

export function selectChildren(node: Node, params: QueryParams, order: OrderedPositions): Shown {
  return new Map(selectKeys(params, order).map((key) => [key, childOf(node, key)]));
}

function selectKeys(params: QueryParams, order: OrderedPositions): readonly string[] {
  const { start, end, limit } = params;
  const isFromLast = limit?.from === "last";
  const keys: string[] = [];
  for (const position of isFromLast ? order.downFrom(end) : order.upFrom(start)) {
    if (keys.length === limit?.count) break;
    if (isFromLast ? isBeforeStart(position, params) : isAfterEnd(position, params)) break;
    // The first positions may equal an exclusive bound.
    if (isInRange(position, params)) keys.push(position.key);
  }
  return isFromLast ? keys.reverse() : keys;
}

function isBeforeStart(position: Position, { start }: QueryParams): boolean {
  if (start === undefined) return false;
  const order = comparePositions(position, start);
  return start.isInclusive ? order < 0 : order <= 0;
}

function isAfterEnd(position: Position, { end }: QueryParams): boolean {
  if (end === undefined) return false;
  const order = comparePositions(position, end);
  return end.isInclusive ? order > 0 : order >= 0;
}

function isInRange(position: Position, params: QueryParams): boolean {
  return !isBeforeStart(position, params) && !isAfterEnd(position, params);
}

/** Returns a node with only the shown children. A query's result does not include the node's own priority. */
export function nodeFromShown(shown: Shown): Node {
  const builder = new BranchBuilder();
  for (const [key, child] of shown) builder.set(key, child);
  return builder.build(null);
}

/** The changed children of a window: new values by key, null for a child that left. */
export type WindowChanges = ReadonlyMap<string, Node>;

export class Window {
  private shown: Map<string, Node>;

  constructor(
    private readonly params: QueryParams,
    node: Node,
    order: OrderedPositions,
  ) {
    this.shown = new Map(selectChildren(node, params, order));
  }

  get node(): Node {
    return nodeFromShown(this.shown);
  }

  has(key: string): boolean {
    return this.shown.has(key);
  }

  /** Follows a change of the children `changedKeys`, or of all children. `order` returns the order after the change. */
  update(
    after: Node,
    changedKeys: ReadonlySet<string> | undefined,
    order: () => OrderedPositions,
  ): WindowChanges {
    const changes =
      changedKeys === undefined || this.params.limit !== undefined
        ? this.reselect(after, changedKeys, selectKeys(this.params, order()))
        : this.updateChildren(after, changedKeys);
    for (const [key, child] of changes) {
      if (child === null) this.shown.delete(key);
      else this.shown.set(key, child);
    }
    return changes;
  }

  private reselect(
    after: Node,
    changedKeys: ReadonlySet<string> | undefined,
    keys: readonly string[],
  ): WindowChanges {
    const changes = new Map<string, Node>();
    const next = new Set(keys);
    for (const key of this.shown.keys()) if (!next.has(key)) changes.set(key, null);
    for (const key of keys) {
      const shown = this.shown.get(key);
      // A child that cannot have changed is not looked up: the lookup costs more than finding the position.
      if (shown !== undefined && changedKeys?.has(key) === false) continue;
      const child = childOf(after, key);
      if (shown === undefined || !isEqual(shown, child)) changes.set(key, child);
    }
    return changes;
  }

  /** Checks only the changed children: without a limit, a child does not depend on others. */
  private updateChildren(after: Node, changedKeys: ReadonlySet<string>): WindowChanges {
    const changes = new Map<string, Node>();
    for (const key of changedKeys) {
      // A query does not show the node's own priority.
      if (key === ".priority") continue;
      const child = childOf(after, key);
      const position: Position = { value: sortValueOf(this.params.index, child), key };
      const next = child !== null && isInRange(position, this.params) ? child : null;
      const shown = this.shown.get(key) ?? null;
      if (!isEqual(shown, next)) changes.set(key, next);
    }
    return changes;
  }
}
