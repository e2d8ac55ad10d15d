/** The indexes that `.indexOn` names in the rules. Each is built at its first use and then kept up to date. */

import {
  isInKeyOrder,
  KeptOrder,
  orderChildren,
  type OrderedPositions,
} from "../query/ordered-children";
import type { Index } from "../query/sort-index";
import { getOrInsert } from "../tree/get-or-insert";
import { childOf, type Node, nodeAt } from "../tree/node";
import type { Path } from "../tree/path";
import { PathTree } from "../tree/path-tree";
import type { ResolvedChange } from "./write";

interface KeptAt {
  readonly path: Path;
  readonly orders: Map<string, KeptOrder>;
}

export class KeptOrders {
  private kept = new PathTree<KeptAt>();

  clear(): void {
    this.kept = new PathTree();
  }

  /** Returns the children of `node` at `path` in the order of `index`. With `isKept`, later writes update the order. */
  at(path: Path, index: Index, node: Node, isKept: boolean): OrderedPositions {
    if (!isKept || isInKeyOrder(index, node)) return orderChildren(index, node);
    const { orders } = getOrInsert(this.kept, path, (): KeptAt => ({ path, orders: new Map() }));
    return getOrInsert(orders, JSON.stringify(index), () => new KeptOrder(index, node));
  }

  follow(before: Node, after: Node, changes: readonly ResolvedChange[]): void {
    if (this.kept.isEmpty) return;
    /** Several paths of one write may touch the same child. Its order must be updated only once. */
    const touched = new Map<KeptAt, Set<string>>();
    for (const { path } of changes) {
      for (const at of Array.from(this.kept.below(path))) this.kept.delete(at.path);
      for (const at of Array.from(this.kept.atOrAbove(path))) {
        const key = path[at.path.length];
        if (key === undefined) this.kept.delete(at.path);
        else if (key !== ".priority") getOrInsert(touched, at, () => new Set<string>()).add(key);
      }
    }
    for (const [at, keys] of touched) {
      const nodeBefore = nodeAt(before, at.path);
      const nodeAfter = nodeAt(after, at.path);
      for (const order of at.orders.values()) {
        for (const key of keys)
          order.update(key, childOf(nodeBefore, key), childOf(nodeAfter, key));
      }
    }
  }
}
