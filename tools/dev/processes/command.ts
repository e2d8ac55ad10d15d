/** Reads the options of every command, runs it and ends it. */

import { parseArgs } from "node:util";
import { helpOf } from "./help.cjs";
import { failCommand, stopAll, untilFailed } from "./processes.ts";
import { StackError } from "./stack-error.ts";

/** The usual exit code of an interrupted command. */
const INTERRUPTED = 130;

type Options = Readonly<Record<string, { readonly type: "boolean" | "string" }>>;
type Read<T extends Options> = ReturnType<typeof parseArgs<{ options: T; allowPositionals: true }>>;

/**
 * @param names the words that may follow besides options
 * @throws StackError with the command's help when the arguments cannot be read
 */
export function readOptions<T extends Options>(
  command: string,
  options: T,
  names: readonly string[] = [],
  args: readonly string[] = process.argv.slice(2),
): Read<T> {
  try {
    const allowPositionals = (names.length > 0) as true;
    const read = parseArgs({ args: [...args], options, allowPositionals });
    const unknown = read.positionals.find((name) => !names.includes(name));
    if (unknown === undefined) return read;
    throw new Error(`Unexpected argument '${unknown}'`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StackError(`${reason}\n\n${helpOf(command)}`, { cause: error });
  }
}

/**
 * Runs a command's work, which resolves with the exit code, and then stops every process that it started. An expected
 * error is printed in one line, any other with its stack.
 */
export async function runCommand(work: () => Promise<number>): Promise<void> {
  // If the terminal is closed, writing fails; the processes must be stopped nevertheless.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  process.on("uncaughtException", failCommand);
  try {
    process.exitCode = await Promise.race([work(), untilInterrupted(), untilFailed]);
  } catch (error) {
    console.error(error instanceof StackError ? error.message : error);
    process.exitCode = 1;
  } finally {
    await stopAll();
  }
  if (process.exitCode === INTERRUPTED) console.log("Stopped.");
}

/**
 * Resolves at the first signal. Later ones have no effect: Ctrl-C arrives twice, from the terminal and from run.mjs.
 */
async function untilInterrupted(): Promise<number> {
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.on(signal, () => resolve());
    }
  });
  console.log("Stopping …");
  return INTERRUPTED;
}
