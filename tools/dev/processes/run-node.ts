/** Runs Node programs that end together with this process, even after a `kill -9`. */

import { pathToFileURL } from "node:url";
import { GRACE_MS, run } from "./processes.ts";
import type { Running, RunOptions } from "./processes.ts";
import { fromRoot } from "../stack/project.ts";

const PRELOAD = pathToFileURL(fromRoot("tools/dev/processes/end-with-parent.mjs"));

/**
 * Runs one of our own scripts in another process. It suppresses the same warnings as this process.
 */
export function runScript(args: readonly string[], options: RunOptions): Running {
  const quiet = process.execArgv.filter((argument) => argument.startsWith("--disable-warning"));
  return run(process.execPath, [...quiet, ...args], options);
}

/** @throws StackError after `stopAll` was called */
export function runNode(
  args: readonly string[],
  { graceMs = GRACE_MS, ...options }: Omit<RunOptions, "stdio">,
): Running {
  return run(process.execPath, ["--import", `${PRELOAD.href}?graceMs=${graceMs}`, ...args], {
    ...options,
    graceMs,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
}
