/**
 * The databases of an emulator in a folder. Only one process at a time can open the store of a folder.
 * Promise: after `Journal.append` has returned, a commit survives the death of the process, `kill -9` included, because
 * the operating system has it. A crash of the operating system or a power cut may lose the last commits, because only
 * snapshots wait for the disk. The next opening of the store reports all other losses and changes.
 */

import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { isNamespace } from "../namespaces";
import type { Node } from "../tree/node";
import { FolderLock } from "./folder-lock";
import { Journal } from "./journal";
import { onDisk, StorageError } from "./storage-error";

const LOCK_FILE = "emulator.lock";
/** Snapshots are files of version 1, which the store rejects. */
const FILE_NAME = /^db-(.+)\.(journal|journal\.tmp|snapshot)$/;

export class Store {
  /** Lines for a person about the opening, such as an unfinished write that was skipped. */
  readonly notes: string[] = [];
  private readonly journals = new Map<string, Journal>();
  private readonly roots = new Map<string, Node>();
  private isClosed = false;

  private constructor(
    private readonly folder: string,
    private readonly lock: FolderLock,
  ) {}

  /** Opens or creates a store and reads it completely, to report damage at the start. @throws StorageError */
  static open(folder: string): Store {
    onDisk("create the folder", folder, () => mkdirSync(folder, { recursive: true }));
    const lockFile = join(folder, LOCK_FILE);
    const taken = FolderLock.take(lockFile);
    if (!taken.ok) {
      throw new StorageError(
        `${folder} is in use by another emulator, process ${taken.holder}; stop it or name another folder ` +
          `(if that process is not an emulator, delete ${lockFile})`,
      );
    }
    const store = new Store(folder, taken.lock);
    try {
      const names = onDisk("list", folder, () => readdirSync(folder));
      for (const name of names) store.readFile(name);
    } catch (error) {
      store.close();
      throw error;
    }
    return store;
  }

  get namespaces(): readonly string[] {
    return [...this.roots.keys()].sort();
  }

  /** Returns the data from the time of opening. Call this once: the store does not keep the data. */
  load(namespace: string): Node {
    const root = this.roots.get(namespace) ?? null;
    this.roots.delete(namespace);
    return root;
  }

  /** Releases the files and the folder. The store must not be used afterwards. */
  close(): void {
    this.isClosed = true;
    for (const journal of this.journals.values()) journal.close();
    this.lock.release();
  }

  private readFile(name: string): void {
    const path = join(this.folder, name);
    const [, stem, ending] = FILE_NAME.exec(name) ?? [];
    if (stem === undefined) return;
    const namespace = stem.replace(/\+([a-z])/g, (_, letter: string) => letter.toUpperCase());
    if (!isNamespace(namespace) || stemOf(namespace) !== stem) {
      throw new StorageError(
        `${path}: not a name for the file of a namespace; give the file its old name or move it away`,
      );
    }
    const isSnapshot = ending === "snapshot";
    if (!isSnapshot && this.journals.has(namespace)) return;
    const { journal, root, tornBytes } = Journal.open(isSnapshot ? path : this.pathOf(namespace));
    this.journals.set(namespace, journal);
    if (root !== null) this.roots.set(namespace, root);
    if (tornBytes > 0) {
      this.notes.push(
        `${journal.path}: skipped ${tornBytes} bytes at its end, of an unfinished write that was not acknowledged`,
      );
    }
  }

  journalOf(namespace: string): Journal {
    if (this.isClosed) throw new Error("the store is closed");
    let journal = this.journals.get(namespace);
    if (journal === undefined) {
      ({ journal } = Journal.open(this.pathOf(namespace)));
      this.journals.set(namespace, journal);
    }
    return journal;
  }

  private pathOf(namespace: string): string {
    return join(this.folder, `db-${stemOf(namespace)}.journal`);
  }
}

/** Returns the namespace with marked capital letters, because A and a are equal in some file systems. */
function stemOf(namespace: string): string {
  return namespace.replace(/[A-Z]/g, (letter) => `+${letter.toLowerCase()}`);
}
