/** The machine's files for MicroPython in WebAssembly, whose own files are only in memory. A failure is a negative errno. */

import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";

const EIO = 5;
const ERRNOS = new Map([
  ["ENOENT", 2],
  ["EEXIST", 17],
  ["ENOTDIR", 20],
]);

function attempt<Result>(step: () => Result): Result | number {
  try {
    return step();
  } catch (error) {
    return -(ERRNOS.get((error as NodeJS.ErrnoException).code ?? "") ?? EIO);
  }
}

/** Returns 0, or an errno. */
const done = (step: () => void): number => attempt(step) ?? 0;

export const files = {
  listNames: (folder: string): string | number => attempt(() => readdirSync(folder).join("\n")),
  readText: (file: string): string | number => attempt(() => readFileSync(file, "latin1")),
  writeText: (file: string, text: string): number => done(() => writeFileSync(file, text)),
  appendText: (file: string, text: string): number => done(() => appendFileSync(file, text)),
  makeFolder: (folder: string): number => done(() => mkdirSync(folder)),
  removeFile: (file: string): number => done(() => rmSync(file)),
  renameFile: (from: string, to: string): number => done(() => renameSync(from, to)),
  /** Returns 1 for a folder, 0 for a file. */
  isFolder: (file: string): number => attempt(() => Number(statSync(file).isDirectory())),
};
