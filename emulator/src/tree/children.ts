/**
 * The children of a node, sorted by key. They never change: an edit makes new ones that share what it does not touch. Few
 * are two plain lists; from the 33rd on they are a B-tree, so that a million cost an edit no more than a thousand.
 */

import BTree from "sorted-btree";
import { compareKeys } from "./order";

/** As many as a leaf of the B-tree holds. */
const MAX_LISTED = 32;

export class Children<T> {
  /** @param tree all of them, where they are not listed */
  constructor(
    private readonly listedKeys: readonly string[],
    private readonly listed: readonly T[],
    private readonly tree: BTree<string, T> | undefined,
  ) {}

  get size(): number {
    return this.tree?.size ?? this.listed.length;
  }

  get(key: string): T | undefined {
    if (this.tree !== undefined) return this.tree.get(key);
    const at = this.listedKeys.indexOf(key);
    return at === -1 ? undefined : this.listed[at];
  }

  maxKey(): string | undefined {
    return this.tree === undefined ? this.listedKeys.at(-1) : this.tree.maxKey();
  }

  keys(): Iterable<string> {
    return this.tree === undefined ? this.listedKeys : this.tree.keys();
  }

  /** In the order of the keys, from `fromKey` on. */
  entries(fromKey?: string): Iterable<[string, T]> {
    return this.tree === undefined ? this.listedFrom(fromKey) : this.tree.entries(fromKey);
  }

  /** In the reverse order, from `fromKey` down. */
  entriesReversed(fromKey?: string): Iterable<[string, T]> {
    return this.tree === undefined
      ? this.listedDownFrom(fromKey)
      : this.tree.entriesReversed(fromKey);
  }

  edit(): ChildrenEditor<T> {
    return new ChildrenEditor([...this.listedKeys], [...this.listed], this.tree?.clone());
  }

  private *listedFrom(fromKey: string | undefined): Generator<[string, T]> {
    for (const [at, key] of this.listedKeys.entries()) {
      const value = this.listed[at];
      if (value === undefined) continue;
      if (fromKey === undefined || compareKeys(key, fromKey) >= 0) yield [key, value];
    }
  }

  private *listedDownFrom(fromKey: string | undefined): Generator<[string, T]> {
    for (const entry of [...this.listedFrom(undefined)].reverse()) {
      if (fromKey === undefined || compareKeys(entry[0], fromKey) <= 0) yield entry;
    }
  }
}

export class ChildrenEditor<T> {
  constructor(
    private readonly keys: string[] = [],
    private readonly values: T[] = [],
    private tree?: BTree<string, T>,
  ) {}

  get(key: string): T | undefined {
    return this.tree === undefined ? this.values[this.keys.indexOf(key)] : this.tree.get(key);
  }

  /** @param value undefined removes the child */
  set(key: string, value: T | undefined): void {
    if (this.tree !== undefined) {
      if (value === undefined) this.tree.delete(key);
      else this.tree.set(key, value);
      return;
    }
    const { keys, values } = this;
    const known = keys.indexOf(key);
    if (value === undefined) {
      if (known === -1) return;
      keys.splice(known, 1);
      values.splice(known, 1);
    } else if (known !== -1) {
      values[known] = value;
    } else {
      // Keys mostly come in their order.
      const at = keys.findLastIndex((other) => compareKeys(other, key) < 0) + 1;
      keys.splice(at, 0, key);
      values.splice(at, 0, value);
      if (keys.length > MAX_LISTED) this.plant();
    }
  }

  /** The children. The editor must not be used afterwards. */
  build(): Children<T> {
    // Lists that have grown have room for more, which these will not need.
    return new Children(this.keys.slice(), this.values.slice(), this.tree);
  }

  private plant(): void {
    const { keys, values } = this;
    this.tree = new BTree([...new Children(keys, values, undefined).entries()], compareKeys);
    keys.length = 0;
    values.length = 0;
  }
}
