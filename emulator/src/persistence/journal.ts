/** A journal: what was written to one namespace since its snapshot, a line for each commit. */

import { existsSync } from "node:fs";
import type { ResolvedChange } from "../database/write";
import { withNodeAt } from "../tree/node";
import type { Node } from "../tree/node";
import { encodeLine, foreignFile, headerJson, readLines, START } from "./checked-lines";
import type { Format, LineEnd } from "./checked-lines";
import type { LineWriter } from "./line-writer";
import { changeFromStored, storedChange } from "./node-chunks";
import type { StoredChange } from "./node-chunks";
import type { Snapshot } from "./snapshot";
import { StorageError } from "./storage-error";

export const JOURNAL: Format = {
  name: "rtdb-emulator journal",
  wayOut:
    "put back a copy of it, or delete this line and all after it to go on with what was written before",
};

export interface Replayed {
  /** What stands in the namespace. */
  readonly root: Node;
  /** Where the journal goes on; undefined where a new one must be begun. */
  readonly end: LineEnd | undefined;
  /** Bytes at the end that a process was still writing, and had not acknowledged, when it was killed. */
  readonly tornBytes: number;
}

/**
 * Carries out what the journal holds over the snapshot it follows.
 * @throws StorageError when the file is damaged or foreign, or follows a snapshot that is not there
 */
export function replayJournal(path: string, { root, generation }: Snapshot): Replayed {
  const nothing: Replayed = { root, end: undefined, tornBytes: 0 };
  if (!existsSync(path)) return nothing;
  let replayed = nothing;
  for (const line of readLines(path, JOURNAL)) {
    if (line.kind === "header") {
      // The process was killed between a new snapshot and its new journal: the snapshot holds all of the old one.
      if (line.generation < generation) return nothing;
      if (line.generation > generation) throw orphan(path, line.generation, generation);
      replayed = { ...replayed, end: line.end };
    } else if (line.kind === "entry") {
      const changes = (line.value as StoredChange[]).map(changeFromStored);
      replayed = { ...replayed, root: applyChanges(replayed.root, changes), end: line.end };
    } else {
      // Without a whole header nothing was ever acknowledged, if this is the beginning of one.
      if (replayed.end === undefined && !isTornHeader(line.bytes, generation)) {
        throw foreignFile(path, JOURNAL);
      }
      replayed = { ...replayed, tornBytes: line.bytes.length };
    }
  }
  return replayed;
}

function applyChanges(root: Node, changes: readonly ResolvedChange[]): Node {
  return changes.reduce((before, { path, node }) => withNodeAt(before, path, node), root);
}

function orphan(path: string, follows: number, generation: number): StorageError {
  const found = generation === 0 ? "there is none" : `the one here is number ${generation}`;
  return new StorageError(
    `${path}, line 1: it goes on from snapshot number ${follows}, but ${found}; put that snapshot back beside it, ` +
      "or move the journal away to go on without what it holds",
  );
}

function isTornHeader(bytes: Buffer, generation: number): boolean {
  const header = encodeLine(headerJson(JOURNAL, generation), START).bytes;
  return header.subarray(0, bytes.length).equals(bytes);
}

/** Adds a commit; when this returns it survives the death of the process. */
export function appendCommit(writer: LineWriter, changes: readonly ResolvedChange[]): void {
  writer.add(JSON.stringify(changes.map(storedChange)));
}
