/**
 * The file of one namespace: a header, a snapshot of the data, then a line for each commit since.
 * 1. Creating or compacting the file is a single step. The new file has a complete snapshot.
 * 2. A commit is valid when the newline of its line is written. Bytes after the last newline were never acknowledged.
 */

import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  renameSync,
  rmSync,
} from "node:fs";
import { dirname } from "node:path";
import type { ResolvedChange } from "../database/write";
import { readJson, stringifyJson } from "../tree/json-text";
import { type Node, withNodeAt } from "../tree/node";
import { type LineEnd, readLines, START, writeLine } from "./checked-lines";
import {
  changeFromStored,
  ChunkMerger,
  chunksOf,
  type StoredChange,
  storedChange,
} from "./node-chunks";
import { onDisk, StorageError } from "./storage-error";

const FORMAT = "rtdb-emulator journal";
const VERSION = 2;
/** Version 1 stored snapshots in separate files. */
const FORMATS: readonly unknown[] = [FORMAT, "rtdb-emulator snapshot"];
/** The first line. Its form is the same in every version. */
const HEADER = JSON.stringify({ format: FORMAT, version: VERSION });

const SNAPSHOT_END = "end";
/** A new snapshot is not worth writing for fewer bytes of commits. */
const MIN_COMPACTED_BYTES = 4 * 1024 * 1024;

const START_EMPTY = "put back a copy of it, or move it away to start this database empty";
const GO_ON_BEFORE =
  "put back a copy of it, or delete this line and all after it to go on with what was written before";

interface Contents {
  readonly root: Node;
  readonly snapshotBytes: number;
  readonly end: LineEnd;
  readonly tornBytes: number;
}

const NOTHING = { root: null, snapshotBytes: 0, end: undefined, tornBytes: 0 };

export class Journal {
  private file: number | undefined;

  private constructor(
    readonly path: string,
    private snapshotBytes: number,
    /** Undefined while the file does not exist. */
    private end: LineEnd | undefined,
  ) {}

  /**
   * Reads the file, if it exists, and removes an unfinished replacement.
   * @throws StorageError if the file is damaged
   */
  static open(path: string): { journal: Journal; root: Node; tornBytes: number } {
    removeFile(draftOf(path));
    const { root, snapshotBytes, end, tornBytes } = existsSync(path) ? read(path) : NOTHING;
    return { journal: new Journal(path, snapshotBytes, end), root, tornBytes };
  }

  /** Adds a commit. Returns when the operating system has it. @throws StorageError; then nothing of it is kept */
  append(changes: readonly ResolvedChange[]): void {
    const before = this.end ?? this.compact(null);
    this.file ??= this.openAt(before);
    const { file, path } = this;
    try {
      this.end = writeLine(path, file, stringifyJson(changes.map(storedChange)), before);
    } catch (error) {
      // If this fails as well, the next line overwrites the unfinished line, which has no newline.
      truncate(path, file, before);
      throw error;
    }
  }

  /** Replaces the file by a flushed snapshot of `root`. @returns the end of the snapshot @throws StorageError */
  compact(root: Node): LineEnd {
    const draft = draftOf(this.path);
    try {
      const end = writeSnapshot(draft, root);
      this.close();
      onDisk("rename", draft, () => renameSync(draft, this.path));
      this.end = end;
      this.snapshotBytes = end.offset;
      syncFolder(dirname(this.path));
      return end;
    } catch (error) {
      removeFile(draft);
      throw error;
    }
  }

  /** Whether the commits take longer to read than a new snapshot. */
  get hasOutgrownSnapshot(): boolean {
    const commitBytes = (this.end?.offset ?? 0) - this.snapshotBytes;
    return commitBytes > Math.max(this.snapshotBytes, MIN_COMPACTED_BYTES);
  }

  close(): void {
    if (this.file !== undefined) closeSync(this.file);
    this.file = undefined;
  }

  private openAt(end: LineEnd): number {
    const file = onDisk("open", this.path, () => openSync(this.path, "r+"));
    try {
      truncate(this.path, file, end);
    } catch (error) {
      closeSync(file);
      throw error;
    }
    return file;
  }
}

function draftOf(path: string): string {
  return `${path}.tmp`;
}

function read(path: string): Contents {
  const snapshot = new ChunkMerger();
  let contents: Contents | undefined;
  let number = 0;
  for (const { json, isIntact, isTorn, end } of readLines(path)) {
    number += 1;
    if (number === 1) assertHeader(path, json);
    if (isTorn) {
      contents &&= { ...contents, tornBytes: end.offset - contents.end.offset };
    } else if (!isIntact) {
      const remedy = contents === undefined ? START_EMPTY : GO_ON_BEFORE;
      throw new StorageError(
        `${path}, line ${number}: damaged, its checksum does not match; ${remedy}`,
      );
    } else if (contents !== undefined) {
      contents = { ...contents, root: applyCommit(contents.root, json), end };
    } else if (number > 1) {
      const value = readJson(json) as unknown as StoredChange | typeof SNAPSHOT_END;
      if (value !== SNAPSHOT_END) snapshot.add(value);
      else contents = { root: snapshot.build(), snapshotBytes: end.offset, end, tornBytes: 0 };
    }
  }
  if (contents !== undefined) return contents;
  throw new StorageError(`${path}: incomplete, its snapshot is cut short; ${START_EMPTY}`);
}

function assertHeader(path: string, json: string): void {
  if (json === HEADER) return;
  const { format, version } = parseHeader(json);
  if (FORMATS.includes(format) && version !== VERSION) {
    throw new StorageError(
      `${path}: format version ${JSON.stringify(version)}, this emulator reads version ${VERSION} only; ` +
        "export the data with the emulator that wrote it (--export-on-exit) and import it into another data folder " +
        "(--import), or move the files of this database away to start it empty",
    );
  }
  throw new StorageError(
    `${path}, line 1: not the header of an ${FORMAT}; if the file is another program's, name another folder, ` +
      `else ${START_EMPTY}`,
  );
}

function parseHeader(json: string): { readonly format?: unknown; readonly version?: unknown } {
  try {
    return (JSON.parse(json) as object | null) ?? {};
  } catch {
    return {}; // Not JSON: the file of another program.
  }
}

function applyCommit(root: Node, json: string): Node {
  return (readJson(json) as unknown as StoredChange[])
    .map(changeFromStored)
    .reduce((before, { path, node }) => withNodeAt(before, path, node), root);
}

function writeSnapshot(path: string, root: Node): LineEnd {
  const file = onDisk("create", path, () => openSync(path, "w"));
  try {
    let end = writeLine(path, file, HEADER, START);
    for (const chunk of chunksOf(root)) end = writeLine(path, file, chunk, end);
    end = writeLine(path, file, JSON.stringify(SNAPSHOT_END), end);
    onDisk("flush", path, () => fsyncSync(file));
    return end;
  } finally {
    closeSync(file);
  }
}

function truncate(path: string, file: number, { offset }: LineEnd): void {
  onDisk("truncate", path, () => ftruncateSync(file, offset));
}

function removeFile(path: string): void {
  onDisk("remove", path, () => rmSync(path, { force: true }));
}

/** Makes a rename survive a power cut. Windows cannot open a folder and does not need this. */
function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  onDisk("flush", folder, () => {
    const file = openSync(folder, "r");
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  });
}
