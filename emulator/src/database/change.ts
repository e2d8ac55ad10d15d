/** The part of a write that a listener receives: a new value for one path, or new values for several paths below it. */

import { getOrInsert } from "../tree/get-or-insert";
import { nodeToJson } from "../tree/json";
import { stringifyJson } from "../tree/json-text";
import { isEqual, type Node, nodeAt } from "../tree/node";
import { parsePath, type Path } from "../tree/path";

export class Change {
  private text: string | undefined;
  private readonly encoded = new Map<string, readonly Buffer[]>();

  private constructor(
    readonly path: Path,
    /** The new value, or new values by path relative to `path`. */
    private readonly content: { readonly node: Node } | ReadonlyMap<string, Node>,
  ) {}

  static ofWhole(path: Path, before: Node | undefined, after: Node): Change | undefined {
    if (before !== undefined && isEqual(before, after)) return undefined;
    return new Change(path, { node: after });
  }

  static ofPaths(base: Path, paths: readonly Path[], root: Node): Change {
    const [first] = paths;
    if (paths.length === 1 && first !== undefined) {
      return new Change(first, { node: nodeAt(root, first) });
    }
    return Change.ofMerge(base, paths, root);
  }

  /** Like `ofPaths`, but an update of `base` even for a single path. */
  static ofMerge(base: Path, paths: readonly Path[], root: Node): Change {
    return new Change(
      base,
      new Map(paths.map((path) => [path.slice(base.length).join("/"), nodeAt(root, path)])),
    );
  }

  static ofChildren(base: Path, children: ReadonlyMap<string, Node>): Change {
    const [first] = children;
    return children.size === 1 && first !== undefined
      ? new Change([...base, first[0]], { node: first[1] })
      : new Change(base, children);
  }

  /** The new values by path from the root. */
  get values(): readonly (readonly [path: Path, node: Node])[] {
    if ("node" in this.content) return [[this.path, this.content.node]];
    return Array.from(this.content, ([key, node]) => [[...this.path, ...parsePath(key)], node]);
  }

  get isMerge(): boolean {
    return this.content instanceof Map;
  }

  /** The value, or the values by relative path, as JSON text with priorities. Computed once for all listeners. */
  get json(): string {
    this.text ??= this.toText();
    return this.text;
  }

  /** Returns the result of `encode`, computed once for all listeners of this `format`. */
  encodedAs(format: string, encode: () => readonly Buffer[]): readonly Buffer[] {
    return getOrInsert(this.encoded, format, encode);
  }

  private toText(): string {
    if ("node" in this.content) return stringifyJson(nodeToJson(this.content.node, true));
    const members = Array.from(
      this.content,
      ([key, node]) => `${JSON.stringify(key)}:${stringifyJson(nodeToJson(node, true))}`,
    );
    return `{${members.join(",")}}`;
  }
}
