/** A file of security rules: read, and watched while someone edits it. */

import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import { onDisk, StorageError } from "./storage-error";

export type RulesFile =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problem: string };

export function readRulesFile(path: string): RulesFile {
  try {
    const bytes = onDisk("read", path, () => readFileSync(path));
    // The decoder leaves out a byte order mark, which some editors write.
    return isUtf8(bytes)
      ? { ok: true, text: new TextDecoder().decode(bytes) }
      : { ok: false, problem: `${path}: not UTF-8 text; save it as UTF-8` };
  } catch (error) {
    if (error instanceof StorageError) return { ok: false, problem: error.message };
    throw error;
  }
}

/** Calls `onChange` when the text changes or cannot be read, once two reads in a row gave the same result. */
export function watchRulesFile(
  path: string,
  onChange: (file: RulesFile) => void,
  intervalMs = 100,
): { close(): void } {
  let reported = readRulesFile(path);
  let seen = reported;
  // The file is small: reading it costs hardly more than asking when it changed.
  const timer = setInterval(() => {
    const before = seen;
    seen = readRulesFile(path);
    if (!isSame(seen, before) || isSame(seen, reported)) return;
    reported = seen;
    onChange(seen);
  }, intervalMs);
  timer.unref();
  return { close: () => clearInterval(timer) };
}

function isSame(a: RulesFile, b: RulesFile): boolean {
  return a.ok ? b.ok && a.text === b.text : !b.ok && a.problem === b.problem;
}
