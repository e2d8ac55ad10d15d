/** Reports an error of the file system in one line with the file's name. */

import { StackError } from "./stack-error.ts";

/**
 * Runs `work`; `action` is the verb in "cannot <action> <file>".
 * @throws StackError with the system's error as its cause
 */
export function onDisk<T>(action: string, file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw diskError(action, file, error);
  }
}

/** Returns the error to report. Errors that do not come from the system are returned unchanged. */
export function diskError(action: string, file: string, error: unknown): unknown {
  if (!(error instanceof Error && "syscall" in error)) return error;
  return new StackError(`cannot ${action} ${file}: ${error.message}`, { cause: error });
}
