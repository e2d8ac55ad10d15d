/** `data`, `newData` and `root`: a path in a tree. A snapshot can record which contents were looked at. */

import { childOf, type Node } from "../tree/node";
import { parsePath, type Path } from "../tree/path";

/** Children of one snapshot: an update of a million places looks up as many in `root`. */
const MAX_REMEMBERED = 100;

export class Snapshot {
  /** The children that were asked for, since rules ask for the same ones again and again. */
  private children: Map<string, Snapshot> | undefined;

  private constructor(
    /** Undefined until it is needed: most paths are only walked through. */
    private content: Node | undefined,
    readonly above: Snapshot | null,
    private readonly key: string,
    private readonly looks: Snapshot[] | null,
  ) {}

  /** @param looks collects every snapshot whose content is looked at */
  static ofRoot(node: Node, looks: Snapshot[] | null = null): Snapshot {
    return new Snapshot(node, null, "", looks);
  }

  /** The content; unlike `look`, this does not count as a look. */
  get node(): Node {
    // Null is known too.
    if (this.content === undefined) this.content = this.find();
    return this.content;
  }

  /** The content; counts as a look. */
  look(): Node {
    this.looks?.push(this);
    return this.node;
  }

  child(key: string): Snapshot {
    this.children ??= new Map();
    let child = this.children.get(key);
    if (child === undefined) {
      if (this.children.size === MAX_REMEMBERED) this.children.clear();
      child = this.unkeptChild(key);
      this.children.set(key, child);
    }
    return child;
  }

  /** The child, which is not remembered; with its content, where that is known. */
  unkeptChild(key: string, content?: Node): Snapshot {
    return new Snapshot(content, this, key, this.looks);
  }

  /** The snapshot at a relative path such as "a/b"; "" is this one. */
  descend(path: string): Snapshot {
    if (!path.includes("/")) return path === "" ? this : this.child(path);
    return parsePath(path).reduce((at: Snapshot, key) => {
      const below = at.child(key);
      // Found level by level: the path may be a text of the database with more levels than a recursion has stack for.
      below.content = below.find();
      return below;
    }, this);
  }

  path(): Path {
    const keys: string[] = [];
    let { above, key } = this;
    while (above !== null) {
      keys.push(key);
      ({ above, key } = above);
    }
    return keys.reverse();
  }

  /** The key so many levels above; the own key for 0. */
  keyAbove(levels: number): string {
    return levels === 0 || this.above === null ? this.key : this.above.keyAbove(levels - 1);
  }

  private find(): Node {
    // For the rules `.priority` is no child: there is getPriority().
    if (this.above === null || this.key === ".priority") return null;
    return childOf(this.above.node, this.key);
  }
}
