/** The orders that the rules' `.indexOn` asks to keep, each made at its first use and followed from then on. */

import {
  isInKeyOrder,
  KeptOrder,
  orderChildren,
  type OrderedPositions,
} from "../query/ordered-children";
import type { Index } from "../query/sort-index";
import { childOf, type Node, nodeAt } from "../tree/node";
import type { Path } from "../tree/path";
import { PathTree } from "../tree/path-tree";
import type { ResolvedChange } from "./write";

interface Place {
  readonly path: Path;
  readonly orders: Map<string, KeptOrder>;
}

export class KeptOrders {
  private places = new PathTree<Place>();

  clear(): void {
    this.places = new PathTree();
  }

  /** The children of `node`, which stands at `path`, in the order of `index`; followed from now on if `isKept`. */
  at(path: Path, index: Index, node: Node, isKept: boolean): OrderedPositions {
    if (!isKept || isInKeyOrder(index, node)) return orderChildren(index, node);
    let place = this.places.get(path);
    if (place === undefined) {
      place = { path, orders: new Map() };
      this.places.set(path, place);
    }
    const name = JSON.stringify(index);
    let order = place.orders.get(name);
    if (order === undefined) {
      order = new KeptOrder(index, node);
      place.orders.set(name, order);
    }
    return order;
  }

  /** Follows a write. */
  follow(before: Node, after: Node, changes: readonly ResolvedChange[]): void {
    /** Several paths of one write may touch one child, which must be followed once. */
    const touched = new Map<Place, Set<string>>();
    for (const { path } of changes) {
      for (const place of [...this.places.below(path)]) this.places.delete(place.path);
      for (const place of [...this.places.atOrAbove(path)]) {
        const key = path[place.path.length];
        if (key === undefined) this.places.delete(place.path);
        else if (key !== ".priority")
          touched.set(place, (touched.get(place) ?? new Set()).add(key));
      }
    }
    for (const [place, keys] of touched) {
      const nodeBefore = nodeAt(before, place.path);
      const nodeAfter = nodeAt(after, place.path);
      for (const order of place.orders.values()) {
        for (const key of keys)
          order.update(key, childOf(nodeBefore, key), childOf(nodeAfter, key));
      }
    }
  }
}
