/**
 * Ends a command early: after a signal, or when its output is closed. Both end the process at once,
 * unless a command with something to clean up takes over. It then gets an abort signal and ends by
 * itself.
 */

import { EXIT, failed } from "./failure";

/** Sent by Ctrl-C, by a supervisor that stops the process, and by a terminal that closes. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export interface Interruption {
  /**
   * From now on process signals abort this signal instead of ending the process. Further signals
   * change nothing: under npm, one Ctrl-C arrives several times.
   */
  readonly takeOver: () => AbortSignal;
}

export type InterruptedProcess = Pick<
  NodeJS.Process,
  "on" | "once" | "exit" | "stdout" | "stderr"
> & { exitCode?: NodeJS.Process["exitCode"] };

/** @param report writes an error for the user and returns its exit code */
export function createInterruption(
  process: InterruptedProcess,
  report: (error: unknown) => number,
): Interruption {
  const controller = new AbortController();
  let isTakenOver = false;
  // EPIPE: the reader has ended, as `head` does. Otherwise the terminal is closed (EIO) or the disk is full (ENOSPC).
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    const isFirst = !controller.signal.aborted;
    const code = error.code !== "EPIPE" && isFirst ? report(unwritable(error)) : EXIT.ok;
    controller.abort();
    if (!isTakenOver) process.exit(code);
    else if (code !== EXIT.ok) process.once("exit", failAtLeast);
  });
  // This error cannot be reported anywhere, and must not stop a command's clean-up.
  process.stderr.on("error", () => undefined);
  /** A lost result is a failure. */
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
