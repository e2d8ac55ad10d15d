/** The children of a node in the order of an index. The tree is in key order; other orders are sorted. */

import BTree from "sorted-btree";
import { Branch, childrenBackwards, childrenOf, type Node } from "../tree/node";
import { comparePositions, type Index, type Position, sortValueOf } from "./sort-index";

export interface OrderedPositions {
  upFrom(start: Position | undefined): Iterable<Position>;
  downFrom(end: Position | undefined): Iterable<Position>;
}

/** A sorted order that follows changes of the node's children. It belongs to one path of the database. */
export class KeptOrder implements OrderedPositions {
  private readonly positions: BTree<Position, undefined>;

  constructor(
    private readonly index: Index,
    node: Node,
  ) {
    const entries = Array.from(childrenOf(node), ([key, child]): [Position, undefined] => [
      { value: sortValueOf(index, child), key },
      undefined,
    ]);
    entries.sort(([a], [b]) => comparePositions(a, b));
    this.positions = new BTree(entries, comparePositions);
  }

  update(key: string, before: Node, after: Node): void {
    if (before !== null) this.positions.delete({ value: sortValueOf(this.index, before), key });
    if (after !== null) {
      this.positions.set({ value: sortValueOf(this.index, after), key }, undefined);
    }
  }

  upFrom(start: Position | undefined): Iterable<Position> {
    return this.positions.keys(start);
  }

  *downFrom(end: Position | undefined): Iterable<Position> {
    for (const [position] of this.positions.entriesReversed(end)) yield position;
  }
}

class KeyOrder implements OrderedPositions {
  constructor(private readonly node: Node) {}

  *upFrom(start: Position | undefined): Iterable<Position> {
    // In key order every value is null, which sorts before all others. So no child follows another value.
    if (start !== undefined && start.value !== null) return;
    for (const [key] of childrenOf(this.node, start?.key)) yield { value: null, key };
  }

  *downFrom(end: Position | undefined): Iterable<Position> {
    const fromKey = end?.value === null ? end.key : undefined;
    for (const [key] of childrenBackwards(this.node, fromKey)) yield { value: null, key };
  }
}

/** Returns the children of `node` in the order of `index`. */
export function orderChildren(index: Index, node: Node): OrderedPositions {
  return isInKeyOrder(index, node) ? new KeyOrder(node) : new KeptOrder(index, node);
}

/** Returns whether the index has the order of the keys. Then no other order has to be kept. */
export function isInKeyOrder(index: Index, node: Node): boolean {
  if (index.kind === "key") return true;
  return index.kind === "priority" && !(node instanceof Branch && node.prioritizedChildren > 0);
}
