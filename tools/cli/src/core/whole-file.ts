/**
 * Writes a whole file or none. The library write-file-atomic takes no stream: an export would have
 * to fit into memory.
 */

import { randomBytes } from "node:crypto";
import { open, realpath, rename, rm, stat } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/**
 * Writes a temporary file beside the file and renames it when the disk has all of it. Until then an
 * earlier file stays unchanged. A pipe, or anything else that is not a regular file, is written
 * directly.
 * @param mode of a new file
 * @throws what the disk or `chunks` throw, and the reason of `stopping` when it is aborted; then no
 * new file is left
 */
export async function writeWhole(
  path: string,
  chunks: AsyncIterable<string>,
  stopping: AbortSignal,
  mode = 0o666,
): Promise<void> {
  const present = await stat(path).catch(ignoreMissing);
  if (present !== undefined && !present.isFile()) {
    await using(await open(path, "w"), (handle) => writeAll(handle, chunks, stopping));
    return;
  }
  // A symbolic link stays a link: its target is replaced.
  const file = present === undefined ? path : await realpath(path);
  const aside = join(dirname(file), `${basename(file)}.${randomBytes(4).toString("hex")}.partial`);
  try {
    await using(await open(aside, "wx", mode), async (handle) => {
      if (present !== undefined) await handle.chmod(present.mode);
      await writeAll(handle, chunks, stopping);
      await handle.sync();
    });
    await rename(aside, file);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}

async function using(
  handle: FileHandle,
  work: (handle: FileHandle) => Promise<void>,
): Promise<void> {
  try {
    await work(handle);
  } finally {
    await handle.close();
  }
}

/**
 * Stops at once when the signal aborts, even while `chunks` waits for a database that does not
 * answer.
 */
async function writeAll(
  handle: FileHandle,
  chunks: AsyncIterable<string>,
  stopping: AbortSignal,
): Promise<void> {
  const iterator = chunks[Symbol.asyncIterator]();
  for (;;) {
    // The signal may have aborted while the last chunk was written.
    stopping.throwIfAborted();
    const next = await rejectOnAbort(iterator.next(), stopping);
    if (next.done === true) return;
    await handle.writeFile(next.value);
  }
}

/**
 * Does not use `Promise.race`: a promise of the signal for all the races would keep each of their
 * results in memory.
 */
function rejectOnAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener("abort", abort, { once: true });
    promise.finally(() => signal.removeEventListener("abort", abort)).then(resolve, reject);
  });
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === "ENOENT") return undefined;
  throw error;
}
