/** Plans and writes what people take to the boards: settings files, and a sheet of labels. */

import { constants } from "node:fs";
import { access, chmod, readFile, stat } from "node:fs/promises";
import { dirname, sep } from "node:path";
import { Readable } from "node:stream";
import { CommandError, EXIT, failed } from "../core/failure";
import { makeFolder } from "../core/make-folder";
import type { OpenSession } from "../core/session";
import { count, named } from "../core/text";
import { writeWhole } from "../core/whole-file";
import type { PlannedFile } from "./planned-file";

/** Only this user may read keys. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

const AGAIN = "run the same command again: it takes the keys from the database.";

/**
 * Returns the files that do not exist yet. Hides the existing files from other users. Creates their outermost folder, so
 * that a folder that cannot be written is noticed before anything is registered.
 * @param folders that will hold the files
 * @throws CommandError (failed) if two files have one path, a file has other content or cannot be read, or a folder
 * cannot be written
 */
export async function prepareFiles(
  files: readonly PlannedFile[],
  folders: readonly string[],
): Promise<readonly PlannedFile[]> {
  refuseSharedPaths(files);
  const found = await Promise.all(files.map((file) => standingOf(file)));
  const others = files.filter((_, index) => found[index] === "other").map(({ path }) => path);
  if (others.length > 0) {
    throw failed(
      `Nothing was registered or written: ${named(others)} ${others.length === 1 ? "exists" : "exist"} with other content.`,
      "Existing files are never overwritten. Move them away, or choose another place.",
    );
  }
  for (const folder of folders) await prepareFolder(folder);
  for (const [index, { path }] of files.entries()) if (found[index] === "same") await hide(path);
  return files.filter((_, index) => found[index] === "missing");
}

/** File systems may ignore case. Nothing else can be where a folder is needed. */
function refuseSharedPaths(files: readonly PlannedFile[]): void {
  const paths = files.map(({ path }) => path.toLowerCase());
  for (const [index, { owner, path }] of files.entries()) {
    const own = path.toLowerCase();
    const below = own + sep;
    const shared = files.find(
      (_, place) => place !== index && (paths[place] === own || paths[place]?.startsWith(below)),
    );
    if (shared === undefined) continue;
    throw failed(
      `Nothing was registered or written: ${path} would be a file of ${owner} and of ${shared.owner}.`,
      "Choose another uid, or another place for the sheet.",
    );
  }
}

async function hide(path: string): Promise<void> {
  try {
    const { mode } = await stat(path);
    if ((mode & ~FILE_MODE & 0o777) !== 0) await chmod(path, FILE_MODE);
  } catch (error) {
    throw failed(
      `Nothing was registered: others may read ${path}: ${(error as Error).message}.`,
      "Move it away, or choose another place.",
    );
  }
}

async function prepareFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder, FOLDER_MODE);
    await access(folder, constants.W_OK);
  } catch (error) {
    throw failed(
      `Nothing was registered: ${folder} cannot be written: ${(error as Error).message}.`,
      "Choose another place.",
    );
  }
}

async function standingOf({ path, text }: PlannedFile): Promise<"missing" | "same" | "other"> {
  try {
    return (await readFile(path, "utf8")) === text ? "same" : "other";
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A part of the path may be a file. Then the folder cannot be made, which is reported later.
    if (code === "ENOENT" || code === "ENOTDIR") return "missing";
    if (code === "EISDIR") return "other";
    throw failed(
      `Nothing was registered or written: ${path} cannot be read: ${(error as Error).message}.`,
      "Let this user read it, or choose another place.",
    );
  }
}

/**
 * Writes files that were missing. Each is there as a whole or not at all.
 * @throws CommandError if the disk refuses a file, or the user interrupts
 */
export async function writeFiles(
  { takeOverInterrupt }: OpenSession,
  files: readonly PlannedFile[],
): Promise<void> {
  const stopping = takeOverInterrupt();
  for (const [index, { path, text }] of files.entries()) {
    try {
      await makeFolder(dirname(path), FOLDER_MODE);
      await writeWhole(path, Readable.from([text]), stopping, FILE_MODE);
    } catch (error) {
      const left = `The sensors are registered, but ${count(files.length - index, "file")} of ${files.length} are not written`;
      if (stopping.aborted) {
        throw new CommandError(EXIT.interrupted, `Interrupted. ${left}.`, `For the rest, ${AGAIN}`);
      }
      throw failed(`${left}: ${(error as Error).message}.`, `Correct this, then ${AGAIN}`);
    }
  }
}
