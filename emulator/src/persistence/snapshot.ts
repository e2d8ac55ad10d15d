/**
 * A snapshot: all of one namespace at one moment. After the header each line holds a piece of the tree, and a last
 * line says that this was all, so that a file cut short is noticed. It appears under its name only when it is complete.
 */

import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import type { Node } from "../tree/node";
import { readLines } from "./checked-lines";
import type { Format } from "./checked-lines";
import { LineWriter } from "./line-writer";
import { ChunkMerger, chunksOf } from "./node-chunks";
import type { StoredChange } from "./node-chunks";
import { onDisk, StorageError } from "./storage-error";

const SNAPSHOT: Format = {
  name: "rtdb-emulator snapshot",
  wayOut:
    "put back a copy of it, or move it and the journal beside it away to start this database empty",
};

/** The last line. */
const END = "end";

export interface Snapshot {
  readonly root: Node;
  /** Counts the snapshots of a namespace; 0 is the emptiness before the first. */
  readonly generation: number;
  /** In bytes. */
  readonly size: number;
}

const NOTHING: Snapshot = { root: null, generation: 0, size: 0 };

/** @throws StorageError when the file is damaged, incomplete or foreign */
export function readSnapshot(path: string): Snapshot {
  if (!existsSync(path)) return NOTHING;
  const merger = new ChunkMerger();
  let generation: number | undefined;
  let size: number | undefined;
  for (const line of readLines(path, SNAPSHOT)) {
    size = undefined;
    if (line.kind === "header") ({ generation } = line);
    else if (line.kind === "torn") break;
    else if (line.value === END) size = line.end.offset;
    else merger.add(line.value as StoredChange);
  }
  if (generation === undefined || size === undefined) {
    throw new StorageError(`${path}: incomplete, its last line is not the end; ${SNAPSHOT.wayOut}`);
  }
  return { root: merger.build(), generation, size };
}

/**
 * Puts a snapshot in place of the one before, whole or not at all, and on the disk before this returns.
 * @returns its size in bytes
 */
export function writeSnapshot(path: string, generation: number, root: Node): number {
  const draft = draftOf(path);
  try {
    const writer = LineWriter.create(draft, SNAPSHOT, generation);
    try {
      for (const chunk of chunksOf(root)) writer.add(chunk);
      writer.add(JSON.stringify(END));
      writer.sync();
    } finally {
      writer.close();
    }
    onDisk("rename", draft, () => renameSync(draft, path));
    return writer.size;
  } catch (error) {
    removeDraft(path);
    throw error;
  }
}

/** Removes what a process that was killed left behind. */
export function removeDraft(path: string): void {
  const draft = draftOf(path);
  onDisk("remove", draft, () => rmSync(draft, { force: true }));
}

function draftOf(path: string): string {
  return `${path}.tmp`;
}

/** Makes a rename last through a power cut. Windows opens no folders and needs none of it. */
export function syncFolderOf(path: string): void {
  if (process.platform === "win32") return;
  const folder = dirname(path);
  onDisk("flush", folder, () => {
    const file = openSync(folder, "r");
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  });
}
