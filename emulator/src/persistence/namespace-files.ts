/**
 * The files of one namespace: a snapshot and the journal that follows it. Each carries a generation. A new snapshot
 * has the next one, which puts the journal of the one before out of force in the same instant as it appears.
 */

import { join } from "node:path";
import type { ResolvedChange } from "../database/write";
import { isNamespace } from "../namespaces";
import type { Node } from "../tree/node";
import type { LineEnd } from "./checked-lines";
import { appendCommit, JOURNAL, replayJournal } from "./journal";
import { LineWriter } from "./line-writer";
import { readSnapshot, removeDraft, syncFolderOf, writeSnapshot } from "./snapshot";
import { StorageError } from "./storage-error";

/** Below this a journal is not worth a new snapshot. */
const SMALL_JOURNAL_BYTES = 4 * 1024 * 1024;

const FILE_NAME = /^db-(.+)\.(?:snapshot|journal|snapshot\.tmp)$/;

/**
 * The start of the names of a namespace's files. Some file systems do not tell A from a, so a capital is marked;
 * the prefix keeps clear of names that Windows reserves.
 */
export function fileStem(namespace: string): string {
  return `db-${namespace.replace(/[A-Z]/g, (letter) => `+${letter.toLowerCase()}`)}`;
}

/**
 * The namespace that a file belongs to; undefined for files that are none of ours.
 * @throws StorageError for a file that looks like ours but whose name stands for no namespace
 */
export function namespaceOfFile(folder: string, file: string): string | undefined {
  const [, stem] = FILE_NAME.exec(file) ?? [];
  if (stem === undefined) return undefined;
  const namespace = stem.replace(/\+([a-z])/g, (_, letter: string) => letter.toUpperCase());
  if (isNamespace(namespace) && fileStem(namespace) === `db-${stem}`) return namespace;
  throw new StorageError(
    `${join(folder, file)}: its name stands for no namespace; give it back its name or move it away`,
  );
}

export interface OpenedNamespace {
  readonly files: NamespaceFiles;
  /** What stands in the namespace. */
  readonly root: Node;
  /** Something a person should know. */
  readonly note?: string;
}

export class NamespaceFiles {
  private writer: LineWriter | undefined;

  private constructor(
    private readonly stem: string,
    private generation: number,
    private snapshotBytes: number,
    /** Where the journal goes on; undefined where it must be begun anew. */
    private journalEnd: LineEnd | undefined,
  ) {}

  /** Reads what is stored; writes nothing but removes an unfinished snapshot. */
  static open(folder: string, namespace: string): OpenedNamespace {
    const stem = join(folder, fileStem(namespace));
    removeDraft(snapshotOf(stem));
    const snapshot = readSnapshot(snapshotOf(stem));
    const { root, end, tornBytes } = replayJournal(journalOf(stem), snapshot);
    return {
      files: new NamespaceFiles(stem, snapshot.generation, snapshot.size, end),
      root,
      ...(tornBytes > 0 && {
        note: `${journalOf(stem)}: left out ${tornBytes} bytes at its end, of a write that was cut short unacknowledged`,
      }),
    };
  }

  /** @throws StorageError when the disk refuses; then nothing of it is kept */
  append(changes: readonly ResolvedChange[]): void {
    this.writer ??= this.openJournal();
    appendCommit(this.writer, changes);
  }

  /** @throws StorageError when the disk refuses; then the files before are still in force, or the new ones already */
  compact(root: Node): void {
    this.snapshotBytes = writeSnapshot(snapshotOf(this.stem), this.generation + 1, root);
    this.generation += 1;
    this.journalEnd = undefined;
    this.close();
    syncFolderOf(this.stem);
    this.writer = this.openJournal();
  }

  /** Whether reading the journal takes longer than reading a new snapshot would. */
  get hasOutgrownSnapshot(): boolean {
    const journalBytes = this.writer?.size ?? this.journalEnd?.offset ?? 0;
    return journalBytes > Math.max(this.snapshotBytes, SMALL_JOURNAL_BYTES);
  }

  close(): void {
    this.writer?.close();
    this.writer = undefined;
  }

  private openJournal(): LineWriter {
    const path = journalOf(this.stem);
    return this.journalEnd === undefined
      ? LineWriter.create(path, JOURNAL, this.generation)
      : LineWriter.resume(path, this.journalEnd);
  }
}

function snapshotOf(stem: string): string {
  return `${stem}.snapshot`;
}

function journalOf(stem: string): string {
  return `${stem}.journal`;
}
