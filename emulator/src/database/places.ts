/** The paths of one update as a tree: each place on the way to them stands once, with the node that is there before. */

import { childOf, type Node, withChildren } from "../tree/node";
import { formatPath, type Path } from "../tree/path";
import type { PlacedChange } from "./write";

export class Place {
  /** By key; most places have nothing below them. */
  private below: Map<string, Place> | undefined;
  /** What is written here; undefined where something below is. */
  private written: { readonly node: Node } | undefined;

  constructor(private readonly before: Node) {}

  /**
   * Writes at a path.
   * @param nodeFor makes the node from what is there
   * @param level of this place in the path
   * @returns what is wrong where another written path contains this one, or this one another
   */
  write(path: Path, nodeFor: (before: Node) => Node, level = 0): PlacedChange | string {
    if (this.written !== undefined) return overlap(path.slice(0, level), path);
    const key = path[level];
    if (key !== undefined) return this.belowAt(key).write(path, nodeFor, level + 1);
    if (this.below !== undefined) return overlap(path, [...path, ...this.firstBelow()]);
    const { before } = this;
    const node = nodeFor(before);
    this.written = { node };
    return { path, node, before };
  }

  /** The node with all that is written here and below. */
  after(): Node {
    if (this.written !== undefined) return this.written.node;
    const changes: [string, Node][] = [];
    for (const [key, place] of this.below ?? []) changes.push([key, place.after()]);
    return withChildren(this.before, changes);
  }

  private belowAt(key: string): Place {
    this.below ??= new Map();
    let place = this.below.get(key);
    if (place === undefined) {
      place = new Place(childOf(this.before, key));
      this.below.set(key, place);
    }
    return place;
  }

  /** The way to a place that is written. */
  private firstBelow(): Path {
    const [first] = this.below ?? [];
    return first === undefined ? [] : [first[0], ...first[1].firstBelow()];
  }
}

function overlap(path: Path, other: Path): string {
  return `the path ${formatPath(path)} is an ancestor of ${formatPath(other)} in one update`;
}
