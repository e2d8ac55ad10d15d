/** Writes a file that is there whole or not at all. */

import { randomBytes } from "node:crypto";
import { open, realpath, rename, rm, stat } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/**
 * Writes beside the file and renames that when all of it is on the disk: until then an earlier file stays as it is.
 * What is no regular file, such as a pipe, is written directly.
 * @throws what the disk or `chunks` throw, and the reason of `stopping` when it is aborted; then nothing new is left
 */
export async function writeWhole(
  path: string,
  chunks: AsyncIterable<string>,
  stopping: AbortSignal,
): Promise<void> {
  const present = await stat(path).catch(unlessMissing);
  if (present !== undefined && !present.isFile()) {
    await using(await open(path, "w"), (handle) => writeAll(handle, chunks, stopping));
    return;
  }
  // A symbolic link stays one.
  const file = present === undefined ? path : await realpath(path);
  const aside = join(dirname(file), `${basename(file)}.${randomBytes(4).toString("hex")}.partial`);
  try {
    await using(await open(aside, "wx"), async (handle) => {
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

/** Stops at once: what `chunks` still waits for, such as a database that does not answer, is not waited for. */
async function writeAll(
  handle: FileHandle,
  chunks: AsyncIterable<string>,
  stopping: AbortSignal,
): Promise<void> {
  stopping.throwIfAborted();
  const stopped = new Promise<never>((_, reject) => {
    stopping.addEventListener("abort", () => reject(stopping.reason as Error), { once: true });
  });
  const iterator = chunks[Symbol.asyncIterator]();
  for (;;) {
    const next = await Promise.race([iterator.next(), stopped]);
    if (next.done === true) return;
    // From where the last chunk ended, and all of it.
    await handle.writeFile(next.value);
  }
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === "ENOENT") return undefined;
  throw error;
}
