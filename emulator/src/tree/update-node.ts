/** One update as a tree: the written paths and the paths above them, each with the node before and after. */

import { childOf, type Node, withChildren } from "./node";
import { keyProblem, MAX_DEPTH, type Path, TOO_DEEP } from "./path";

const PRIORITY = ".priority";

export class UpdateNode {
  /**
   * Whether the update writes this path, not only paths below it. Writing a node's priority counts as writing the
   * node.
   */
  isWhole = false;
  /** Children by key. Undefined without children, as for most nodes. */
  private below: Map<string, UpdateNode> | undefined;
  private result: Node | undefined;
  private cachedPath: Path | undefined;

  constructor(
    readonly before: Node,
    readonly key = "",
    private readonly above: UpdateNode | null = null,
    /** The number of keys in the path. */
    readonly depth = 0,
  ) {}

  /** Returns the node at a relative path, or a string that describes the problem. `.priority` may be the last key. */
  at(path: Path): UpdateNode | string {
    return path.reduce(
      (at: UpdateNode | string, key) => (typeof at === "string" ? at : at.child(key)),
      this,
    );
  }

  child(key: string): UpdateNode | string {
    const existing = this.below?.get(key);
    if (existing !== undefined) return existing;
    const problem = this.problemBelow(key);
    if (problem !== undefined) return problem;
    const child = new UpdateNode(childOf(this.before, key), key, this, this.depth + 1);
    this.below ??= new Map();
    this.below.set(key, child);
    return child;
  }

  private problemBelow(key: string): string | undefined {
    if (this.isPriority) return keyProblem(PRIORITY);
    if (key === PRIORITY) return undefined;
    return this.depth === MAX_DEPTH ? TOO_DEEP : keyProblem(key);
  }

  write(node: Node): void {
    this.result = node;
    this.isWhole = true;
    if (this.isPriority && this.above !== null) this.above.isWhole = true;
  }

  get path(): Path {
    this.cachedPath ??= this.above === null ? [] : [...this.above.path, this.key];
    return this.cachedPath;
  }

  get isPriority(): boolean {
    return this.key === PRIORITY;
  }

  get children(): Iterable<UpdateNode> {
    return this.below?.values() ?? [];
  }

  /** A written node, here or below. */
  get firstWritten(): UpdateNode {
    for (const child of this.children) return child.firstWritten;
    return this;
  }

  /** The node after the update. Read it only after all writes. */
  get node(): Node {
    // Null is a valid result, so `??=` would not do.
    if (this.result === undefined) {
      const changed: UpdateNode[] = [];
      for (const child of this.children) if (child.node !== child.before) changed.push(child);
      this.result = changed.length === 0 ? this.before : withChildren(this.before, changed);
    }
    return this.result;
  }
}
