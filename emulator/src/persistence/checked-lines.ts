/**
 * Files of lines in which damage does not go unseen.
 * 1. The first line is a header in JSON: the format, its version, and the generation (see namespace-files.ts).
 * 2. Every later line is a checksum in 8 hexadecimal digits, a space and JSON. The checksum is the CRC-32 of the JSON,
 *    begun with the checksum of the line before, so that a line changed, lost, added or moved breaks the chain.
 * 3. A line counts once its newline is written. What stands after the last newline was never acknowledged: it is torn.
 */

import { closeSync, fsyncSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";
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

export type Line =
  | { readonly kind: "header"; readonly generation: number; readonly end: LineEnd }
  | { readonly kind: "entry"; readonly value: unknown; readonly end: LineEnd }
  | { readonly kind: "torn"; readonly text: string };

/** The header's text, without its newline. */
export function headerText(format: Format, generation: number): string {
  return JSON.stringify({ format: format.name, version: VERSION, generation });
}

/**
 * Reads a file line by line; the lines before a damaged one are handed out first.
 * @throws StorageError for a damaged line or a foreign header
 */
export function* readLines(path: string, format: Format): Generator<Line> {
  let number = 0;
  let end: LineEnd = { offset: 0, checksum: 0 };
  for (const { bytes, isWhole } of splitLines(path)) {
    if (!isWhole) {
      yield { kind: "torn", text: bytes.toString() };
      return;
    }
    number += 1;
    const offset = end.offset + bytes.length + 1;
    if (number === 1) {
      end = { offset, checksum: crc32(bytes) };
      yield { kind: "header", generation: readHeader(path, format, bytes), end };
      continue;
    }
    const json = bytes.subarray(PREFIX_BYTES);
    end = { offset, checksum: crc32(json, end.checksum) };
    if (bytes.toString("latin1", 0, PREFIX_BYTES) !== prefix(end.checksum)) {
      throw new StorageError(
        `${path}, line ${number}: damaged, its checksum does not match; ${format.wayOut}`,
      );
    }
    yield { kind: "entry", value: JSON.parse(json.toString()) as unknown, end };
  }
}

function prefix(checksum: number): string {
  return `${checksum.toString(16).padStart(8, "0")} `;
}

function* splitLines(path: string): Generator<{ bytes: Buffer; isWhole: boolean }> {
  const file = onDisk("open", path, () => openSync(path, "r"));
  try {
    let begun: Buffer[] = [];
    for (;;) {
      const block = Buffer.allocUnsafe(BLOCK_BYTES);
      const filled = block.subarray(
        0,
        onDisk("read", path, () => readSync(file, block)),
      );
      if (filled.length === 0) break;
      let start = 0;
      for (
        let end = filled.indexOf(NEWLINE);
        end !== -1;
        start = end + 1, end = filled.indexOf(NEWLINE, start)
      ) {
        const piece = filled.subarray(start, end);
        yield {
          bytes: begun.length === 0 ? piece : Buffer.concat([...begun, piece]),
          isWhole: true,
        };
        begun = [];
      }
      if (start < filled.length) begun.push(filled.subarray(start));
    }
    if (begun.length > 0) yield { bytes: Buffer.concat(begun), isWhole: false };
  } finally {
    closeSync(file);
  }
}

function readHeader(path: string, format: Format, bytes: Buffer): number {
  const header = parseObject(bytes.toString());
  if (header?.["format"] !== format.name) {
    throw new StorageError(
      `${path}, line 1: not the header of a ${format.name}; if the file is another program's, name another folder, ` +
        `else ${format.wayOut}`,
    );
  }
  const { version, generation } = header;
  if (version !== VERSION) {
    throw new StorageError(
      `${path}: format version ${JSON.stringify(version)}, of which this emulator knows only ${VERSION}; ` +
        "export the data with the emulator that wrote it and import it here",
    );
  }
  if (!Number.isSafeInteger(generation)) {
    throw new StorageError(`${path}, line 1: the header names no generation; ${format.wayOut}`);
  }
  return generation as number;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === "object" && json !== null
      ? (json as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined; // Not JSON is as foreign as any other text.
  }
}

/** A file that lines are added to. A line is added whole or not at all. */
export class LineWriter {
  private constructor(
    private readonly path: string,
    private readonly file: number,
    private end: LineEnd,
  ) {}

  /** Begins a new file in place of whatever is there. */
  static create(path: string, format: Format, generation: number): LineWriter {
    const file = onDisk("create", path, () => openSync(path, "w"));
    const writer = new LineWriter(path, file, { offset: 0, checksum: 0 });
    try {
      const header = Buffer.from(`${headerText(format, generation)}\n`);
      writer.write(header, crc32(header.subarray(0, -1)));
    } catch (error) {
      writer.close();
      throw error;
    }
    return writer;
  }

  /** Goes on after the line that ends at `end`; what stands behind it is cut off. */
  static resume(path: string, end: LineEnd): LineWriter {
    const file = onDisk("open", path, () => openSync(path, "r+"));
    try {
      onDisk("truncate", path, () => ftruncateSync(file, end.offset));
    } catch (error) {
      closeSync(file);
      throw error;
    }
    return new LineWriter(path, file, end);
  }

  /** Bytes written. */
  get size(): number {
    return this.end.offset;
  }

  /**
   * Adds a line; when this returns the operating system has it.
   * @param json JSON text without newlines
   */
  add(json: string): void {
    const line = Buffer.from(`${" ".repeat(PREFIX_BYTES)}${json}\n`);
    const checksum = crc32(line.subarray(PREFIX_BYTES, -1), this.end.checksum);
    line.write(prefix(checksum), "latin1");
    this.write(line, checksum);
  }

  /** Waits until the disk has everything. */
  sync(): void {
    onDisk("flush", this.path, () => fsyncSync(this.file));
  }

  close(): void {
    closeSync(this.file);
  }

  private write(line: Buffer, checksum: number): void {
    const { offset } = this.end;
    try {
      onDisk("write to", this.path, () => {
        for (let done = 0; done < line.length;) {
          done += writeSync(this.file, line, done, line.length - done, offset + done);
        }
      });
    } catch (error) {
      // Should this fail as well, the half line has no newline and the next line is written over it.
      onDisk("truncate", this.path, () => ftruncateSync(this.file, offset));
      throw error;
    }
    this.end = { offset: offset + line.length, checksum };
  }
}
