/** Writes a file that is there whole or not at all. */

import { randomBytes } from "node:crypto";
import { open, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/**
 * Writes beside the file and renames that when all of it is on the disk: until then an earlier file stays as it is.
 * What is no regular file, such as a pipe, is written directly.
 * @throws what the disk or `chunks` throw, and AbortError when `stopping` comes; then nothing new is left
 */
export async function writeWhole(
  path: string,
  chunks: AsyncIterable<string>,
  stopping: AbortSignal,
): Promise<void> {
  const present = await stat(path).catch(unlessMissing);
  // One chunk at a time, and no more than the disk takes.
  const source = Readable.from(chunks, { objectMode: true, highWaterMark: 1 });
  if (present !== undefined && !present.isFile()) {
    const handle = await open(path, "w");
    await pipeline(source, handle.createWriteStream(), { signal: stopping });
    return;
  }
  // A symbolic link stays one.
  const file = present === undefined ? path : await realpath(path);
  const aside = join(dirname(file), `${basename(file)}.${randomBytes(4).toString("hex")}.partial`);
  const handle = await open(aside, "wx");
  try {
    if (present !== undefined) await handle.chmod(present.mode);
    await pipeline(source, handle.createWriteStream({ flush: true }), { signal: stopping });
    await rename(aside, file);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === "ENOENT") return undefined;
  throw error;
}
