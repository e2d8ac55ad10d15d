/** What the system refuses at a file, in one line that names it. */

import { StackError } from "./stack-error.ts";

/**
 * Does `work`; `action` is as in "cannot <action> <file>".
 * @throws StackError with the system's error as its cause
 */
export function onDisk<T>(action: string, file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw diskError(action, file, error);
  }
}

/** The error to report: any but the system's is returned as it is. */
export function diskError(action: string, file: string, error: unknown): unknown {
  if (!(error instanceof Error && "syscall" in error)) return error;
  return new StackError(`cannot ${action} ${file}: ${error.message}`, { cause: error });
}
