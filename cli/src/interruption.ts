/**
 * What ends a command early: a signal, and an output that nobody reads any more. Both end the process at once, until a
 * command that has something to clean up takes over: then they are passed on to it, and it ends by itself.
 */

import { EXIT, failed } from "./failure";

/** Ctrl-C, a supervisor that stops the process, and a terminal that is closed. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export interface Interruption {
  /**
   * From now on signals abort this one instead of ending the process. Every further one changes nothing: Ctrl-C under npm
   * arrives several times, and what is being cleaned up must be cleaned up to the end.
   */
  readonly takeOver: () => AbortSignal;
}

type InterruptedProcess = Pick<NodeJS.Process, "on" | "once" | "exit" | "stdout" | "stderr"> & {
  exitCode?: NodeJS.Process["exitCode"];
};

/** @param report writes an error for the user and returns its exit code */
export function createInterruption(
  process: InterruptedProcess,
  report: (error: unknown) => number,
): Interruption {
  const controller = new AbortController();
  let isTakenOver = false;
  // EPIPE: the reader has had enough, as `head` has. Else the terminal is closed (EIO), or the disk is full (ENOSPC).
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    const isFirst = !controller.signal.aborted;
    const code = error.code !== "EPIPE" && isFirst ? report(unwritable(error)) : EXIT.ok;
    controller.abort();
    if (!isTakenOver) process.exit(code);
    else if (code !== EXIT.ok) process.once("exit", failAtLeast);
  });
  // There is no other place to say it, and it is no reason to leave anything behind.
  process.stderr.on("error", () => undefined);
  /** A result that was lost is no success. */
  const failAtLeast = (code: number): void => {
    if (code === EXIT.ok) process.exitCode = EXIT.failed;
  };
  return {
    takeOver: () => {
      if (!isTakenOver) for (const signal of SIGNALS) process.on(signal, () => controller.abort());
      isTakenOver = true;
      return controller.signal;
    },
  };
}

function unwritable({ message }: Error): Error {
  return failed(`The output cannot be written: ${message}`);
}
