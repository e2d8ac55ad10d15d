/** Reads a file of security rules and watches it for changes. */

import { readFileSync, statSync } from "node:fs";
import { textOf } from "../tree/json-text";
import { onDisk, StorageError } from "./storage-error";

export type RulesFile =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problem: string };

export function readRulesFile(path: string): RulesFile {
  try {
    const text = textOf(onDisk("read", path, () => readFileSync(path)));
    return text === undefined
      ? { ok: false, problem: `${path}: not UTF-8 text; save it as UTF-8` }
      : { ok: true, text };
  } catch (error) {
    if (error instanceof StorageError) return { ok: false, problem: error.message };
    throw error;
  }
}

/**
 * Calls `onChange` when the text changes or cannot be read, after two reads in a row had the same result. The file is
 * read only if its times have changed, because reading it all the time fills the heap.
 */
export function watchRulesFile(
  path: string,
  onChange: (file: RulesFile) => void,
  intervalMs = 100,
): { close(): void } {
  let reported = readRulesFile(path);
  let seen = reported;
  let seenTimes: string | undefined;
  let isSettled = false;
  const timer = setInterval(() => {
    const times = timesOf(path);
    if (isSettled && times === seenTimes) return;
    const before = seen;
    seen = readRulesFile(path);
    isSettled = times === seenTimes && isSame(seen, before);
    seenTimes = times;
    if (!isSettled || isSame(seen, reported)) return;
    reported = seen;
    onChange(seen);
  }, intervalMs);
  timer.unref();
  return { close: () => clearInterval(timer) };
}

/** Returns a string that changes when the file is written, replaced or no longer readable. */
function timesOf(path: string): string {
  try {
    const { mtimeNs, ctimeNs, size, ino } = statSync(path, { bigint: true });
    return [mtimeNs, ctimeNs, size, ino].join();
  } catch (error) {
    return String(error);
  }
}

function isSame(a: RulesFile, b: RulesFile): boolean {
  return a.ok ? b.ok && a.text === b.text : !b.ok && a.problem === b.problem;
}
