/** Writes the running stack's addresses into the data folder, for the commands that use the stack. */

import { renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import {
  dataFolder,
  findRunning,
  processBegin,
  runningFile,
} from "../../cli/src/core/running-stack.ts";
import type { RunningStack } from "../../cli/src/core/running-stack.ts";
import { howToStop } from "./neighbour.ts";
import { fromRoot } from "../stack/project.ts";
import { StackError } from "./stack-error.ts";
import { onDisk } from "./disk.ts";

/** The data folder of a command without `--data`. */
export function usualFolder(): string {
  return dataFolder(fromRoot(), process.env);
}

/** @throws StackError if an `npm start` already uses this data folder */
export function refuseSecondStart(folder: string): void {
  const running = findRunning(folder);
  if (running === undefined) return;
  throw new StackError(
    `\`npm start\` is already running with the data of ${shown(folder)}, at ${running.pageUrl}\n` +
      `${howToStop(running.pid)}\n` +
      "To run another one beside it: npm start -- --free-ports --data <another folder>",
  );
}

/**
 * Records that this process runs the stack, until it ends. The database has already locked the
 * folder at that point.
 * @throws StackError if the disk refuses
 */
export function announce(folder: string, addresses: Omit<RunningStack, "pid" | "begun">): void {
  const { pid } = process;
  const running: RunningStack = { pid, begun: processBegin(pid), ...addresses };
  const file = runningFile(folder);
  onDisk("write", file, () => {
    writeFileSync(`${file}.new`, `${JSON.stringify(running, null, 2)}\n`);
    renameSync(`${file}.new`, file);
  });
  process.once("exit", () => {
    if (findRunning(folder)?.pid === pid) rmSync(file);
  });
}

/** Returns a folder's path for messages: relative if it is below the project's folder. */
export function shown(folder: string): string {
  const relative = path.relative(fromRoot(), folder);
  return relative.startsWith("..") ? folder : `${relative}/`;
}
