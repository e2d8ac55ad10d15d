/**
 * `data`, `newData` and `root`: a place in a tree, which knows the way back up.
 * A snapshot can note where its content was looked at, so that a granted read is judged again only when it matters.
 */

import { childOf } from "../tree/node";
import type { Node } from "../tree/node";
import { parsePath } from "../tree/path";
import type { Path } from "../tree/path";

export class Snapshot {
  private constructor(
    /** The content, for who has its own reason to know it: reading it here is no look. */
    readonly node: Node,
    /** The place above; null above the root. */
    readonly above: Snapshot | null,
    private readonly key: string,
    private readonly looks: Snapshot[] | null,
  ) {}

  /** @param looks takes every snapshot whose content is looked at; null where nobody wants to know */
  static ofRoot(node: Node, looks: Snapshot[] | null = null): Snapshot {
    return new Snapshot(node, null, "", looks);
  }

  /** The content; this counts as a look. */
  look(): Node {
    this.looks?.push(this);
    return this.node;
  }

  child(key: string): Snapshot {
    // `.priority` is no child for the rules: getPriority() tells it.
    const node = key === ".priority" ? null : childOf(this.node, key);
    return new Snapshot(node, this, key, this.looks);
  }

  /** The place at a relative path such as "a/b"; "" is this place. */
  descend(path: string): Snapshot {
    if (!path.includes("/")) return path === "" ? this : this.child(path);
    return parsePath(path).reduce((at: Snapshot, key) => at.child(key), this);
  }

  path(): Path {
    return this.above === null ? [] : [...this.above.path(), this.key];
  }
}
