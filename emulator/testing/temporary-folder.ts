/** Creates a folder for each test of a file, and removes it after the test. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Call this once in a `describe` or a file. @returns a function that returns the folder of the running test */
export function useTemporaryFolder(): () => string {
  let folder: string | undefined;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "rtdb-emulator-"));
  });
  afterEach(() => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    folder = undefined;
  });
  return () => {
    if (folder === undefined) throw new Error("no test is running");
    return folder;
  };
}
