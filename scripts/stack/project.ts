/** Names that all the parts of the local stack share. */

import path from "node:path";

/** A `demo-` project needs no account and reaches no real service. */
export const PROJECT = "demo-farm";
export const REGION = "us-central1";
/** The database instance: the emulators' namespace. */
export const NAMESPACE = `${PROJECT}-default-rtdb`;

const ROOT = path.join(import.meta.dirname, "../..");

/** A path below the project's folder. */
export function fromRoot(...names: readonly string[]): string {
  return path.join(ROOT, ...names);
}

/** What keeps the stack from starting, in words that say what to do. */
export class StackError extends Error {
  override readonly name = "StackError";
}

/** Runs a command's work: one clear line for what the caller can mend, a stack trace only for a fault of our own. */
export async function runCommand(work: () => Promise<number | undefined>): Promise<void> {
  // A terminal that is closed takes the output with it; what runs must be stopped all the same.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  try {
    process.exitCode = (await work()) ?? 0;
  } catch (error) {
    console.error(error instanceof StackError ? error.message : error);
    process.exitCode = 1;
  }
}
