/** Sends lines of the database's process to the terminal, because firebase-tools writes its output to a file. */

import { appendFileSync, closeSync, openSync, readSync } from "node:fs";

const INTERVAL_MS = 200;
const CHUNK_BYTES = 16_384;

/** Sends a line. Called in the database's process. */
export function sendMessage(file: string, line: string): void {
  try {
    appendFileSync(file, `${line}\n`);
  } catch {
    // The reading process has ended.
  }
}

/** Receives lines in `exec`. Calls `onLine` for each line that is added to the file. */
export class Messages {
  private readonly handle: number;
  private readonly timer: NodeJS.Timeout;
  private readonly chunk = Buffer.alloc(CHUNK_BYTES);
  private readonly decoder = new TextDecoder();
  private rest = "";

  constructor(
    file: string,
    private readonly onLine: (line: string) => void,
  ) {
    this.handle = openSync(file, "a+", 0o600);
    this.timer = setInterval(() => this.read(), INTERVAL_MS);
    this.timer.unref();
  }

  /** Reads the remaining lines and closes the file. */
  close(): void {
    clearInterval(this.timer);
    this.read();
    closeSync(this.handle);
  }

  private read(): void {
    for (;;) {
      const length = readSync(this.handle, this.chunk);
      if (length === 0) return;
      this.rest += this.decoder.decode(this.chunk.subarray(0, length), { stream: true });
      const lines = this.rest.split("\n");
      this.rest = lines.pop() ?? "";
      for (const line of lines) this.onLine(line);
    }
  }
}
