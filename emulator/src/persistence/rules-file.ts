/** A file of security rules: read, and watched while someone edits it. */

import { readFileSync, statSync } from "node:fs";
import { attempt, isSystemError, onDisk, StorageError } from "./storage-error";
import type { Attempt } from "./storage-error";

/** The text, or one line that says why there is none. */
export type RulesFile = Attempt<{ readonly text: string }>;

export function readRulesFile(path: string): RulesFile {
  return attempt(() => {
    const bytes = onDisk("read", path, () => readFileSync(path));
    try {
      // The decoder leaves out a byte order mark, which some editors write.
      return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
    } catch (error) {
      throw new StorageError(`${path}: not UTF-8 text; save it as UTF-8`, { cause: error });
    }
  });
}

/**
 * Calls `onChange` whenever the content has changed, or can no longer be read. The file may be replaced, removed and
 * written again: it is looked at by its name, and only once it has come to rest, so that no half-written text is seen.
 * The watch alone keeps no process alive.
 * @param intervalMs how often to look; a change is told after one to two of them
 */
export function watchRulesFile(
  path: string,
  onChange: (file: RulesFile) => void,
  intervalMs = 100,
): { close(): void } {
  let seen = lookAt(path);
  let read = seen;
  let told = readRulesFile(path);
  const timer = setInterval(() => {
    const before = seen;
    seen = lookAt(path);
    if (seen === read || seen !== before) return;
    read = seen;
    const file = readRulesFile(path);
    if (isSame(file, told)) return;
    told = file;
    onChange(file);
  }, intervalMs);
  timer.unref();
  return { close: () => clearInterval(timer) };
}

/** Differs when the content may differ. */
function lookAt(path: string): string {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
    return [dev, ino, size, mtimeNs, ctimeNs].join();
  } catch (error) {
    if (isSystemError(error)) return error.code;
    throw error;
  }
}

function isSame(a: RulesFile, b: RulesFile): boolean {
  return a.ok ? b.ok && a.text === b.text : !b.ok && a.problem === b.problem;
}
