/** `firebase-export-metadata.json`: which product exported what, and where in the folder. */

import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onDisk, readIfPresent, StorageError } from "./storage-error";

const METADATA_FILE = "firebase-export-metadata.json";

/** The writer of an export; no reader looks at it. */
const VERSION = "rtdb-emulator";

export interface ExportMetadata {
  readonly version?: unknown;
  readonly database?: unknown;
  /** Other products. */
  readonly [product: string]: unknown;
}

/**
 * Undefined when there is none.
 * @throws StorageError when it cannot be read or is no JSON object
 */
export function readExportMetadata(folder: string): ExportMetadata | undefined {
  const path = join(folder, METADATA_FILE);
  const text = readIfPresent(path);
  if (text === undefined) return undefined;
  const metadata = parseJson(path, text);
  if (typeof metadata !== "object" || metadata === null || Array.isArray(metadata)) {
    throw new StorageError(`${path}: not a JSON object; put a copy of the export back`);
  }
  return metadata as ExportMetadata;
}

/** Names `path`, relative to `folder`, as the folder of the databases; keeps what other products wrote to the metadata. */
export function writeExportMetadata(
  folder: string,
  earlier: ExportMetadata | undefined,
  path: string,
): void {
  const metadata = { version: VERSION, ...earlier, database: { version: VERSION, path } };
  const target = join(folder, METADATA_FILE);
  const draft = `${target}.tmp`;
  onDisk("write", draft, () => writeFileSync(draft, JSON.stringify(metadata, undefined, 2)));
  onDisk("rename", draft, () => renameSync(draft, target));
}

/** @throws StorageError with the parser's reason */
export function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StorageError(
      `${path}: not valid JSON (${(error as SyntaxError).message}); correct it or put a copy back`,
      { cause: error },
    );
  }
}
