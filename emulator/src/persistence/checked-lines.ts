/**
 * Files of lines in which damage does not go unseen.
 * 1. A line is a checksum in 8 hexadecimal digits, a space and JSON. The checksum is the CRC-32 of the JSON, begun with
 *    the checksum of the line before, so that a line changed, lost, added or moved breaks the chain.
 * 2. The first line is a header: the format, its version, and the generation (see namespace-files.ts). Every version
 *    must keep the shape of this one line.
 * 3. A line counts once its newline is written. What stands after the last newline was never acknowledged: it is torn.
 */

import { closeSync, openSync, readSync } from "node:fs";
import { crc32 } from "node:zlib";
import { onDisk, StorageError } from "./storage-error";

const VERSION = 1;
const BLOCK_BYTES = 256 * 1024;
const NEWLINE = 10;
/** A checksum and a space. */
const PREFIX_BYTES = 9;

export interface Format {
  readonly name: string;
  /** What to do about a damaged line. */
  readonly wayOut: string;
}

/** Where a line ends, in bytes from the start of the file, and its checksum: where the next one goes on from. */
export interface LineEnd {
  readonly offset: number;
  readonly checksum: number;
}

export const START: LineEnd = { offset: 0, checksum: 0 };

/** A line with its newline, as it stands in the file after the line that ends at `before`, and where it ends. */
export function encodeLine(
  json: string,
  before: LineEnd,
): { readonly bytes: Buffer; readonly end: LineEnd } {
  const bytes = Buffer.from(`${" ".repeat(PREFIX_BYTES)}${json}\n`);
  const checksum = crc32(bytes.subarray(PREFIX_BYTES, -1), before.checksum);
  bytes.write(prefixOf(checksum), "latin1");
  return { bytes, end: { offset: before.offset + bytes.length, checksum } };
}

function prefixOf(checksum: number): string {
  return `${checksum.toString(16).padStart(8, "0")} `;
}

/** The JSON of a header. */
export function headerJson(format: Format, generation: number): string {
  return JSON.stringify({ format: format.name, version: VERSION, generation });
}

export type Line =
  | { readonly kind: "header"; readonly generation: number; readonly end: LineEnd }
  | { readonly kind: "entry"; readonly value: unknown; readonly end: LineEnd }
  | { readonly kind: "torn"; readonly bytes: Buffer };

/**
 * Reads a file line by line; the lines before a damaged one are handed out first.
 * @throws StorageError for a damaged line or a foreign header
 */
export function* readLines(path: string, format: Format): Generator<Line> {
  let number = 0;
  let end = START;
  for (const { bytes, isWhole } of splitLines(path)) {
    if (!isWhole) {
      yield { kind: "torn", bytes };
      return;
    }
    number += 1;
    const json = bytes.subarray(PREFIX_BYTES);
    if (number === 1) assertKnown(path, format, json.toString());
    end = { offset: end.offset + bytes.length + 1, checksum: crc32(json, end.checksum) };
    if (bytes.toString("latin1", 0, PREFIX_BYTES) !== prefixOf(end.checksum)) {
      throw new StorageError(
        `${path}, line ${number}: damaged, its checksum does not match; ${format.wayOut}`,
      );
    }
    const value: unknown = JSON.parse(json.toString());
    yield number === 1
      ? { kind: "header", generation: (value as { generation: number }).generation, end }
      : { kind: "entry", value, end };
  }
}

function* splitLines(path: string): Generator<{ bytes: Buffer; isWhole: boolean }> {
  const file = onDisk("open", path, () => openSync(path, "r"));
  try {
    let begun: Buffer[] = [];
    for (;;) {
      const block = Buffer.allocUnsafe(BLOCK_BYTES);
      const length = onDisk("read", path, () => readSync(file, block));
      if (length === 0) break;
      const filled = block.subarray(0, length);
      let start = 0;
      let newline = filled.indexOf(NEWLINE);
      while (newline !== -1) {
        const piece = filled.subarray(start, newline);
        yield { bytes: begun.length > 0 ? Buffer.concat([...begun, piece]) : piece, isWhole: true };
        begun = [];
        start = newline + 1;
        newline = filled.indexOf(NEWLINE, start);
      }
      if (start < length) begun.push(filled.subarray(start));
    }
    if (begun.length > 0) yield { bytes: Buffer.concat(begun), isWhole: false };
  } finally {
    closeSync(file);
  }
}

function assertKnown(path: string, format: Format, json: string): void {
  const { format: name, version } = parseHeader(json);
  if (name !== format.name) throw foreignFile(path, format);
  if (version !== VERSION) {
    throw new StorageError(
      `${path}: format version ${JSON.stringify(version)}, of which this emulator knows only ${VERSION}; ` +
        "export the data with the emulator that wrote it and import it here",
    );
  }
}

function parseHeader(json: string): { readonly format?: unknown; readonly version?: unknown } {
  try {
    return (JSON.parse(json) as object | null) ?? {};
  } catch {
    return {}; // Not JSON is as foreign as any other text.
  }
}

export function foreignFile(path: string, format: Format): StorageError {
  return new StorageError(
    `${path}, line 1: not the header of an ${format.name}; if the file is another program's, name another folder, ` +
      `else ${format.wayOut}`,
  );
}
