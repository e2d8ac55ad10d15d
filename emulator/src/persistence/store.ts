/**
 * The databases of an emulator in a folder: one folder, one store, one process at a time.
 *
 * Promise: what `append` returned from survives the death of the process, `kill -9` included, because the operating
 * system has it by then. A crash of the operating system or a power cut may lose the last commits (nothing waits for
 * the disk; snapshots do) and never more than that without saying so when the store is opened again.
 */

import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { ResolvedChange } from "../database/write";
import type { Node } from "../tree/node";
import { FolderLock } from "./folder-lock";
import { NamespaceFiles, namespaceOfFile } from "./namespace-files";
import { attempt, onDisk, StorageError } from "./storage-error";

export type Opened =
  | { readonly ok: true; readonly store: Store }
  /** One line with the way out. */
  | { readonly ok: false; readonly problem: string };

export interface Store {
  /** Those that held data when the store was opened, sorted. */
  readonly namespaces: readonly string[];
  /** What a person should know of the opening, such as an unfinished write that was left out; one line each. */
  readonly notes: readonly string[];
  /** What is stored; null when nothing. To be asked once, before anything is appended: the store then lets go of it. */
  load(namespace: string): Node;
  /**
   * Keeps a commit; synchronous, and safe from the death of the process when it returns.
   * @throws StorageError when the disk refuses; then nothing of the commit is kept
   */
  append(namespace: string, changes: readonly ResolvedChange[]): void;
  /**
   * Puts a snapshot of `root`, which must be all that was appended, in place of snapshot and journal, atomically.
   * Synchronous, in pieces; takes about a second for a million entries.
   * @throws StorageError when the disk refuses; nothing is lost then
   */
  compact(namespace: string, root: Node): void;
  /** Whether the journal has outgrown the snapshot, so that `compact` pays. */
  shouldCompact(namespace: string): boolean;
  /** Releases the files and the folder; the store must not be used afterwards. */
  close(): void;
}

/**
 * Opens the store in `folder`, which is created if need be. Everything stored is read and checked here, so that
 * damage shows at the start and not in the middle of the work.
 */
export function openStore(folder: string): Opened {
  return attempt(() => ({ store: FolderStore.open(folder) }));
}

class FolderStore implements Store {
  private readonly files = new Map<string, NamespaceFiles>();
  private readonly roots = new Map<string, Node>();
  private readonly noted: string[] = [];
  private isClosed = false;

  private constructor(
    private readonly folder: string,
    private readonly lock: FolderLock,
  ) {}

  static open(folder: string): FolderStore {
    onDisk("create the folder", folder, () => mkdirSync(folder, { recursive: true }));
    const taken = FolderLock.take(join(folder, LOCK_FILE));
    if (!taken.ok) throw heldBy(taken.holder, folder);
    const store = new FolderStore(folder, taken.lock);
    try {
      store.read();
    } catch (error) {
      store.close();
      throw error;
    }
    return store;
  }

  get namespaces(): readonly string[] {
    return [...this.roots.keys()].sort();
  }

  get notes(): readonly string[] {
    return this.noted;
  }

  load(namespace: string): Node {
    const root = this.roots.get(namespace) ?? null;
    this.roots.delete(namespace);
    return root;
  }

  append(namespace: string, changes: readonly ResolvedChange[]): void {
    this.filesOf(namespace).append(changes);
  }

  compact(namespace: string, root: Node): void {
    this.filesOf(namespace).compact(root);
  }

  shouldCompact(namespace: string): boolean {
    return this.filesOf(namespace).hasOutgrownSnapshot;
  }

  close(): void {
    this.isClosed = true;
    for (const files of this.files.values()) files.close();
    this.lock.release();
  }

  private read(): void {
    const names = onDisk("list", this.folder, () => readdirSync(this.folder));
    const namespaces = new Set(names.map((name) => namespaceOfFile(this.folder, name)));
    for (const namespace of namespaces) {
      if (namespace === undefined) continue;
      const { files, root, note } = NamespaceFiles.open(this.folder, namespace);
      this.files.set(namespace, files);
      if (root !== null) this.roots.set(namespace, root);
      if (note !== undefined) this.noted.push(note);
    }
  }

  private filesOf(namespace: string): NamespaceFiles {
    if (this.isClosed) throw new Error("the store is closed");
    let files = this.files.get(namespace);
    if (files === undefined) {
      ({ files } = NamespaceFiles.open(this.folder, namespace));
      this.files.set(namespace, files);
    }
    return files;
  }
}

const LOCK_FILE = "emulator.lock";

function heldBy(pid: number, folder: string): StorageError {
  return new StorageError(
    `${folder} is in use by another emulator, process ${pid}; stop it or name another folder ` +
      `(if that process is no emulator, delete ${join(folder, LOCK_FILE)})`,
  );
}
