/** A path in a tree, for `data`, `newData` and `root`. A snapshot can record which contents were read. */

import { childOf, type Node } from "../tree/node";
import { parsePath, type Path } from "../tree/path";

/** Maximum number of children that a snapshot keeps: an update of a million paths looks up a million in `root`. */
const MAX_REMEMBERED = 100;

export class Snapshot {
  /** Children that were requested before: rules often request the same children. */
  private children: Map<string, Snapshot> | undefined;

  private constructor(
    /** Undefined until it is needed: most snapshots are only steps on a path. */
    private content: Node | undefined,
    readonly above: Snapshot | null,
    private readonly key: string,
    private readonly reads: Snapshot[] | null,
  ) {}

  /** @param reads collects every snapshot whose content is read */
  static ofRoot(node: Node, reads: Snapshot[] | null = null): Snapshot {
    return new Snapshot(node, null, "", reads);
  }

  /** The content. Unlike `read`, this does not record a read. */
  get node(): Node {
    // Null is a known content, so `??=` would not do.
    if (this.content === undefined) this.content = this.find();
    return this.content;
  }

  /** Returns the content and records a read. */
  read(): Node {
    this.reads?.push(this);
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

  /** Returns a child without keeping it. @param content the child's content, if known */
  unkeptChild(key: string, content?: Node): Snapshot {
    return new Snapshot(content, this, key, this.reads);
  }

  /** Returns the snapshot at a relative path such as "a/b". "" is this snapshot. */
  descend(path: string): Snapshot {
    if (!path.includes("/")) return path === "" ? this : this.child(path);
    return parsePath(path).reduce((at: Snapshot, key) => {
      const below = at.child(key);
      // Not recursive: the path may be a string of the database, with more levels than the stack can hold.
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

  /** Returns the key this many levels above; 0 is the snapshot's own key. */
  keyAbove(levels: number): string {
    return levels === 0 || this.above === null ? this.key : this.above.keyAbove(levels - 1);
  }

  private find(): Node {
    // In rules `.priority` is not a child: rules use getPriority().
    if (this.above === null || this.key === ".priority") return null;
    return childOf(this.above.node, this.key);
  }
}
