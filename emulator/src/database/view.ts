/** A query at a path. All its listeners share one view, so the changes of a write are computed once. */

import type { OrderedPositions } from "../query/ordered-children";
import { isFiltered, type QueryParams } from "../query/params";
import { Window } from "../query/window";
import { type Node, nodeAt } from "../tree/node";
import { isAtOrBelow, type Path } from "../tree/path";
import { Change } from "./change";

/** Returns the children of the view's current node in the order of the view's index. */
export type OrderOf = (node: Node) => OrderedPositions;

export class View {
  /** Undefined if the query shows all children. */
  private readonly window: Window | undefined;

  constructor(
    readonly path: Path,
    readonly params: QueryParams,
    root: Node,
    private readonly orderOf: OrderOf,
  ) {
    const node = nodeAt(root, path);
    if (isFiltered(params)) this.window = new Window(params, node, orderOf(node));
  }

  get isFiltered(): boolean {
    return this.window !== undefined;
  }

  nodeIn(root: Node): Node {
    return this.window === undefined ? nodeAt(root, this.path) : this.window.node;
  }

  /** Applies a write of `paths`, sent as one update of `mergedAt`. @returns undefined if nothing changed in the view */
  follow(
    before: Node,
    after: Node,
    paths: readonly Path[],
    mergedAt: Path | undefined,
  ): Change | undefined {
    const { path } = this;
    const isWhole = paths.some(({ length }) => length <= path.length);
    const node = nodeAt(after, path);
    if (this.window !== undefined) {
      return isWhole ? this.replace(this.window, node) : this.narrow(this.window, after, paths);
    }
    if (isWhole) return Change.ofWhole(path, nodeAt(before, path), node);
    if (mergedAt === undefined) return Change.ofPaths(path, paths, after);
    return Change.ofMerge(isAtOrBelow(mergedAt, path) ? mergedAt : path, paths, after);
  }

  private replace(window: Window, node: Node): Change | undefined {
    const changed = window.update(node, undefined, () => this.orderOf(node));
    return changed.size === 0 ? undefined : Change.ofWhole(this.path, undefined, window.node);
  }

  private narrow(window: Window, after: Node, paths: readonly Path[]): Change | undefined {
    const keys = new Set(paths.map((path) => path[this.path.length] ?? ""));
    const [key = ""] = keys;
    const wasShown = window.has(key);
    const node = nodeAt(after, this.path);
    const changed = window.update(node, keys, () => this.orderOf(node));
    if (changed.size === 0) return undefined;
    // A child that stays in the window is sent only where it was written. A child that enters is sent whole.
    const stays = wasShown && changed.size === 1 && (changed.get(key) ?? null) !== null;
    return stays && paths.length === 1
      ? Change.ofPaths(this.path, paths, after)
      : Change.ofChildren(this.path, changed);
  }
}
