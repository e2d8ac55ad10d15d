/** Stores as tests use them. */

import type { ResolvedChange } from "../../emulator/src/database/write";
import { openStore } from "../../emulator/src/persistence/store";
import type { Store } from "../../emulator/src/persistence/store";
import { nodeFromJson } from "../../emulator/src/tree/json";
import type { Json } from "../../emulator/src/tree/json";
import { parsePath } from "../../emulator/src/tree/path";

/** Opens the store in `folder`, works on it and closes it. */
export function withStore<T>(folder: string, work: (store: Store) => T): T {
  const opened = openStore(folder);
  if (!opened.ok) throw new Error(opened.problem);
  try {
    return work(opened.store);
  } finally {
    opened.store.close();
  }
}

/** A change as a commit has it, its path as text. */
export function changeAt(path: string, json: Json): ResolvedChange {
  return { path: parsePath(path), node: nodeFromJson(json, 0) };
}
