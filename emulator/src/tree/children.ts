/**
 * The children of a node, sorted by key. Immutable: an edit creates a new object that shares the unchanged parts. Up
 * to 32 children are two plain lists. More are a B-tree, so an edit of a million children costs no more than of a
 * thousand.
 */

import type BTree from "sorted-btree";
import { bulkLoad } from "sorted-btree/extended/bulkLoad";
import { compareKeys } from "./order";

/** The size of a leaf of the B-tree. */
const MAX_LISTED = 32;

/** What `Children` consists of. */
export interface Parts<T> {
  readonly listedKeys: readonly string[];
  readonly listed: readonly T[];
  /** All children, if they are not in the lists. */
  readonly tree: BTree<string, T> | undefined;
}

export class Children<T> implements Parts<T> {
  readonly listedKeys: readonly string[];
  readonly listed: readonly T[];
  readonly tree: BTree<string, T> | undefined;

  constructor({ listedKeys, listed, tree }: Parts<T>) {
    this.listedKeys = listedKeys;
    this.listed = listed;
    this.tree = tree;
  }

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

  /** Returns the entries in the order of the keys, from `fromKey` on. */
  entries(fromKey?: string): Iterable<[string, T]> {
    return this.tree === undefined ? this.listedFrom(fromKey) : this.tree.entries(fromKey);
  }

  /** Returns the entries in reverse order, from `fromKey` down. */
  entriesReversed(fromKey?: string): Iterable<[string, T]> {
    return this.tree === undefined
      ? this.listedDownFrom(fromKey)
      : this.tree.entriesReversed(fromKey);
  }

  edit(): ChildrenEditor<T> {
    return new ChildrenEditor([...this.listedKeys], [...this.listed], this.tree?.clone());
  }

  private *listedFrom(fromKey: string | undefined): Generator<[string, T]> {
    let at = 0;
    // Without `entries()`, which creates an array more for each child: reading a whole tree spends its time here.
    for (const key of this.listedKeys) {
      const value = this.listed[at];
      at += 1;
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
    /** In order. While keys are added in order, the lists may be longer than those of `Children`. */
    private keys: string[] = [],
    private values: T[] = [],
    private tree?: BTree<string, T>,
  ) {}

  get(key: string): T | undefined {
    if (this.tree === undefined && this.keys.length > MAX_LISTED) this.plant();
    return this.tree === undefined ? this.values[this.keys.indexOf(key)] : this.tree.get(key);
  }

  /** @param value undefined removes the child */
  set(key: string, value: T | undefined): void {
    const { keys, values } = this;
    if (this.tree === undefined) {
      const last = keys.at(-1);
      if (value !== undefined && (last === undefined || compareKeys(last, key) < 0)) {
        keys.push(key);
        values.push(value);
        return;
      }
      if (keys.length > MAX_LISTED) this.plant();
    }
    if (this.tree !== undefined) {
      if (value === undefined) this.tree.delete(key);
      else this.tree.set(key, value);
      return;
    }
    const index = keys.indexOf(key);
    if (value === undefined) {
      if (index === -1) return;
      keys.splice(index, 1);
      values.splice(index, 1);
    } else if (index !== -1) {
      values[index] = value;
    } else {
      const at = keys.findIndex((other) => compareKeys(other, key) > 0);
      keys.splice(at, 0, key);
      values.splice(at, 0, value);
    }
  }

  /** Returns the children. The editor must not be used afterwards. */
  build(): Children<T> {
    return new Children(this.parts());
  }

  /** Returns the parts of the children. The editor must not be used afterwards. */
  parts(): Parts<T> {
    if (this.keys.length > MAX_LISTED) this.plant();
    // The copies free the spare room of lists that have grown.
    return { listedKeys: sharedKeys(this.keys), listed: this.values.slice(), tree: this.tree };
  }

  /** Moves the lists to a tree. */
  private plant(): void {
    this.tree = bulkLoad(this.keys, this.values, MAX_LISTED, compareKeys);
    this.keys = [];
    this.values = [];
  }
}

/** The lists of keys that were built last, by their length. */
const recentKeys = new Map<number, readonly string[]>();

/** Returns a copy, or an equal list that was built before: records mostly have the same keys as the record before. */
function sharedKeys(keys: readonly string[]): readonly string[] {
  const recent = recentKeys.get(keys.length);
  if (recent?.every((key, at) => key === keys[at]) === true) return recent;
  const copy = keys.slice();
  recentKeys.set(keys.length, copy);
  return copy;
}
