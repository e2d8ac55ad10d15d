/**
 * Files of lines: a CRC-32 in 8 digits, a space and JSON. Each CRC continues the CRC of the previous line, so a missing
 * line is detected.
 */

import { closeSync, openSync, readSync, writeSync } from "node:fs";
import { crc32 } from "node:zlib";
import { onDisk } from "./storage-error";

const BLOCK_BYTES = 256 * 1024;
const NEWLINE = 10;
const PREFIX_BYTES = 9;

/** The end of a line in bytes from the start of the file, and the line's checksum. */
export interface LineEnd {
  readonly offset: number;
  readonly checksum: number;
}

export const START: LineEnd = { offset: 0, checksum: 0 };

export interface Line {
  readonly json: string;
  readonly isIntact: boolean;
  readonly isTorn: boolean;
  readonly end: LineEnd;
}

/**
 * Writes a line after `before`. Returns when the operating system has the line.
 * @throws StorageError; the file may then have a part of the line
 */
export function writeLine(path: string, file: number, json: string, before: LineEnd): LineEnd {
  const bytes = Buffer.from(`${" ".repeat(PREFIX_BYTES)}${json}\n`);
  const checksum = crc32(bytes.subarray(PREFIX_BYTES, -1), before.checksum);
  bytes.write(prefixOf(checksum), "latin1");
  onDisk("write to", path, () => {
    for (let done = 0; done < bytes.length;) {
      done += writeSync(file, bytes, done, bytes.length - done, before.offset + done);
    }
  });
  return { offset: before.offset + bytes.length, checksum };
}

function prefixOf(checksum: number): string {
  return `${checksum.toString(16).padStart(8, "0")} `;
}

/** @throws StorageError when the file cannot be read */
export function* readLines(path: string): Generator<Line> {
  let { offset, checksum } = START;
  for (const { bytes, isTorn } of splitLines(path)) {
    const json = bytes.subarray(PREFIX_BYTES);
    offset += bytes.length + (isTorn ? 0 : 1);
    checksum = crc32(json, checksum);
    const isIntact = bytes.toString("latin1", 0, PREFIX_BYTES) === prefixOf(checksum);
    yield { json: json.toString(), isIntact, isTorn, end: { offset, checksum } };
  }
}

function* splitLines(path: string): Generator<{ bytes: Buffer; isTorn: boolean }> {
  const file = onDisk("open", path, () => openSync(path, "r"));
  try {
    let rest = Buffer.alloc(0);
    for (;;) {
      // Blocks grow with an unfinished line, so a long line is not copied once for each block.
      const block = Buffer.allocUnsafe(Math.max(BLOCK_BYTES, rest.length));
      const length = onDisk("read", path, () => readSync(file, block));
      if (length === 0) break;
      const filled = Buffer.concat([rest, block.subarray(0, length)]);
      let start = 0;
      let newline = filled.indexOf(NEWLINE, rest.length);
      while (newline !== -1) {
        yield { bytes: filled.subarray(start, newline), isTorn: false };
        start = newline + 1;
        newline = filled.indexOf(NEWLINE, start);
      }
      rest = filled.subarray(start);
    }
    if (rest.length > 0) yield { bytes: rest, isTorn: true };
  } finally {
    closeSync(file);
  }
}
