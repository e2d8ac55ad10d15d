/** Opens stores for tests. */

import type { ResolvedChange } from "../../src/database/write";
import { Store } from "../../src/persistence/store";
import { StorageError } from "../../src/persistence/storage-error";
import { nodeFromJson, nodeToJson } from "../../src/tree/json";
import type { Json } from "../../src/tree/json";
import { parsePath } from "../../src/tree/path";

/** Opens the store in `folder`, works on it and closes it. */
export function withStore<T>(folder: string, work: (store: Store) => T): T {
  const store = Store.open(folder);
  try {
    return work(store);
  } finally {
    store.close();
  }
}

/** Returns the data of "demo" in the store of `folder`, and the notes of its opening. */
export function readStore(folder: string): {
  readonly root: Json;
  readonly notes: readonly string[];
} {
  return withStore(folder, (store) => ({
    root: nodeToJson(store.load("demo"), true),
    notes: store.notes,
  }));
}

/** Returns why the store in `folder` cannot be opened. */
export function problemOf(folder: string): string {
  try {
    Store.open(folder).close();
  } catch (error) {
    if (error instanceof StorageError) return error.message;
    throw error;
  }
  throw new Error("the store was opened");
}

/** Returns a change of a commit from a path as text. */
export function changeAt(path: string, json: Json): ResolvedChange {
  return { path: parsePath(path), node: nodeFromJson(json, 0) };
}
