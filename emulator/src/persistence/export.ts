/**
 * Reads and writes the folders of `firebase emulators:export`: `firebase-export-metadata.json`, and for each database
 * `database_export/<namespace>.json` with priorities.
 * Source: firebase-tools, src/emulator/hubExport.ts and controller.ts.
 */

import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, join, resolve } from "node:path";
import { isNamespace } from "../namespaces";
import { jsonPieces } from "../tree/json-pieces";
import { withoutByteOrderMark } from "../tree/json-text";
import type { Node } from "../tree/node";
import { type TreeProblem, TreeReader } from "../tree/tree-reader";
import { onDisk, readIfPresent, StorageError } from "./storage-error";

const METADATA_FILE = "firebase-export-metadata.json";
const VERSION = "rtdb-emulator";
const DATABASE_FOLDER = "database_export";
const BLOCK_BYTES = 1024 * 1024;

/** Writes the databases that are not empty. Keeps exports of other products. @throws StorageError */
export function exportTo(folder: string, databases: ReadonlyMap<string, Node>): void {
  onDisk("create the folder", folder, () => mkdirSync(folder, { recursive: true }));
  const metadata = readMetadata(folder);
  const target = join(folder, DATABASE_FOLDER);
  const draft = `${target}.tmp`;
  remove(draft);
  try {
    onDisk("create the folder", draft, () => mkdirSync(draft));
    for (const [name, root] of databases) {
      if (root !== null) writeText(join(draft, `${name}.json`), jsonPieces(root));
    }
    replaceFolder(target, draft);
  } catch (error) {
    remove(draft);
    throw error;
  }
  writeMetadata(folder, metadata);
}

function remove(path: string): void {
  onDisk("remove", path, () => rmSync(path, { recursive: true, force: true }));
}

/** Fails if this file system treats two names as equal, so that a database does not overwrite another. */
function writeText(path: string, pieces: Iterable<string>): void {
  onDisk("write", path, () => {
    const file = openSync(path, "wx");
    try {
      for (const piece of pieces) writeFileSync(file, piece);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  });
}

/** Renames the old folder first, because not every system can swap folders in one step. */
function replaceFolder(target: string, draft: string): void {
  const aside = `${target}.old`;
  onDisk("rename", draft, () => {
    if (existsSync(target)) {
      rmSync(aside, { recursive: true, force: true });
      renameSync(target, aside);
    }
    try {
      renameSync(draft, target);
    } catch (error) {
      if (existsSync(aside)) renameSync(aside, target);
      throw error;
    }
  });
  remove(aside);
}

/** Reads an export. `now` is for server values in files that were written by hand. @throws StorageError */
export function importFrom(folder: string, now = Date.now()): ReadonlyMap<string, Node> {
  onDisk("import from", folder, () => readdirSync(folder));
  const metadata = readMetadata(folder);
  if (metadata === undefined) {
    throw new StorageError(`${folder} has no ${METADATA_FILE}; name the folder of an export`);
  }
  const databases = new Map<string, Node>();
  if (metadata.database === undefined) return databases;
  const source = databaseFolder(folder, metadata.database);
  const files = onDisk("import from", source, () => readdirSync(source));
  for (const file of files.filter((name) => name.endsWith(".json")).sort()) {
    const path = join(source, file);
    databases.set(namespaceOf(path), readDatabase(path, now));
  }
  return databases;
}

function databaseFolder(folder: string, database: unknown): string {
  const path: unknown =
    typeof database === "object" && database !== null && "path" in database
      ? database.path
      : undefined;
  if (typeof path === "string") return resolve(folder, path);
  throw new StorageError(
    `${folder}: ${METADATA_FILE} has no path for the database; add "path": "${DATABASE_FOLDER}" to it`,
  );
}

function namespaceOf(path: string): string {
  const name = basename(path, ".json");
  if (isNamespace(name)) return name;
  throw new StorageError(
    `${path}: ${JSON.stringify(name)} is not a valid name for a database; use letters, digits, - and _`,
  );
}

/** Reads a file in blocks, because it may be longer than V8's longest string. */
function readDatabase(path: string, now: number): Node {
  const reader = new TreeReader(now);
  for (const block of readBlocks(path)) reader.add(block);
  const read = reader.end();
  if (read.ok) return read.node;
  const { kind, message } = read.problem;
  throw new StorageError(`${path}: ${PROBLEMS[kind](message)}`);
}

const PROBLEMS: Readonly<Record<TreeProblem["kind"], (message: string) => string>> = {
  encoding: () => "not UTF-8 text; save it as UTF-8",
  syntax: notJson,
  data: (message) => `${message}; a database cannot hold that, correct the file`,
};

function notJson(message: string): string {
  return `not valid JSON (${message}); correct it or put a copy back`;
}

function* readBlocks(path: string): Generator<Buffer> {
  const file = onDisk("read", path, () => openSync(path, "r"));
  try {
    for (;;) {
      const block = Buffer.allocUnsafe(BLOCK_BYTES);
      const length = onDisk("read", path, () => readSync(file, block));
      if (length === 0) return;
      yield block.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}

type Metadata = Readonly<Record<string, unknown>> & { readonly database?: unknown };

function readMetadata(folder: string): Metadata | undefined {
  const path = join(folder, METADATA_FILE);
  const text = readIfPresent(path);
  if (text === undefined) return undefined;
  const metadata = parseJson(path, withoutByteOrderMark(text));
  if (typeof metadata === "object" && metadata !== null && !Array.isArray(metadata)) {
    return metadata as Metadata;
  }
  throw new StorageError(`${path}: not a JSON object; put a copy of the export back`);
}

/** Writes the folder of the databases to the metadata. Keeps the entries of other products. */
function writeMetadata(folder: string, earlier: Metadata | undefined): void {
  const database = { version: VERSION, path: DATABASE_FOLDER };
  const text = JSON.stringify({ version: VERSION, ...earlier, database }, undefined, 2);
  const target = join(folder, METADATA_FILE);
  const draft = `${target}.tmp`;
  onDisk("write", draft, () => writeFileSync(draft, text));
  onDisk("rename", draft, () => renameSync(draft, target));
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const problem = notJson((error as SyntaxError).message);
    throw new StorageError(`${path}: ${problem}`, { cause: error });
  }
}
