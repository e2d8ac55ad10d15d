/** Makes a folder with its parents. */

import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Node's own `mkdir` with `recursive` never ends where the system says that a parent is missing although it exists, such
 * as in /proc.
 * @param mode of new folders
 * @throws what the file system throws
 */
export async function makeFolder(folder: string, mode: number): Promise<void> {
  if (await isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) await makeFolder(parent, mode);
  await mkdir(folder, { mode });
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return false;
    throw error;
  }
}
