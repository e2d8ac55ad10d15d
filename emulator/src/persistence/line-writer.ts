/** A file of checked lines that more are added to, each whole or not at all. */

import { closeSync, fsyncSync, ftruncateSync, openSync, writeSync } from "node:fs";
import { encodeLine, headerJson, START } from "./checked-lines";
import type { Format, LineEnd } from "./checked-lines";
import { onDisk } from "./storage-error";

export class LineWriter {
  private constructor(
    private readonly path: string,
    private readonly file: number,
    private end: LineEnd,
  ) {}

  /** Begins a new file in place of whatever is there. */
  static create(path: string, format: Format, generation: number): LineWriter {
    const file = onDisk("create", path, () => openSync(path, "w"));
    return LineWriter.prepare(new LineWriter(path, file, START), (writer) => {
      writer.add(headerJson(format, generation));
    });
  }

  /** Goes on after the line that ends at `end`; what stands behind it is cut off. */
  static resume(path: string, end: LineEnd): LineWriter {
    const file = onDisk("open", path, () => openSync(path, "r+"));
    return LineWriter.prepare(new LineWriter(path, file, end), (writer) => {
      writer.cutOff();
    });
  }

  private static prepare(writer: LineWriter, work: (writer: LineWriter) => void): LineWriter {
    try {
      work(writer);
    } catch (error) {
      writer.close();
      throw error;
    }
    return writer;
  }

  /** Bytes written. */
  get size(): number {
    return this.end.offset;
  }

  /**
   * Adds a line; when this returns the operating system has it.
   * @param json JSON text without newlines
   * @throws StorageError when the disk refuses; nothing of the line is kept then
   */
  add(json: string): void {
    const { bytes, end } = encodeLine(json, this.end);
    try {
      onDisk("write to", this.path, () => {
        for (let done = 0; done < bytes.length;) {
          done += writeSync(this.file, bytes, done, bytes.length - done, this.end.offset + done);
        }
      });
    } catch (error) {
      // Should this fail as well: the half line has no newline, and the next line is written over it.
      this.cutOff();
      throw error;
    }
    this.end = end;
  }

  /** Waits until the disk has everything. */
  sync(): void {
    onDisk("flush", this.path, () => fsyncSync(this.file));
  }

  close(): void {
    closeSync(this.file);
  }

  private cutOff(): void {
    onDisk("truncate", this.path, () => ftruncateSync(this.file, this.end.offset));
  }
}
