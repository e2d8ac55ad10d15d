/** How every command runs and ends. */

import { StorageError } from "../../emulator/src/persistence/storage-error.ts";
import { failCommand, stopAll, untilFailed } from "./processes.ts";
import { StackError } from "./stack-error.ts";

/** What a shell shows for a command that was interrupted. */
const INTERRUPTED = 130;

/**
 * Does a command's work, whose result is the exit code. However it ends, by itself, by a fault or by Ctrl-C, no process
 * that it started is left behind. What the caller can mend is told in one line; a fault of our own with its stack.
 */
export async function runCommand(work: () => Promise<number>): Promise<void> {
  // A terminal that is closed takes the output with it; what runs must be stopped all the same.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  process.on("uncaughtException", failCommand);
  const failed = untilFailed.then((error) => {
    throw error;
  });
  try {
    process.exitCode = await Promise.race([work(), untilAskedToStop(), failed]);
  } catch (error) {
    const isExpected = error instanceof StackError || error instanceof StorageError;
    console.error(isExpected ? error.message : error);
    process.exitCode = 1;
  } finally {
    await stopAll();
  }
  if (process.exitCode === INTERRUPTED) console.log("Stopped.");
}

/**
 * Resolves at the first signal that asks us to end. Later ones change nothing: Ctrl-C reaches us twice, from the
 * terminal and from the process that started us, and what is being stopped must be stopped to the end.
 */
async function untilAskedToStop(): Promise<number> {
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.on(signal, () => resolve());
    }
  });
  console.log("Stopping …");
  return INTERRUPTED;
}
