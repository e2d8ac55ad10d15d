/** Errors that end a command, and the exit codes. */

/** The exit codes, as tools/cli/README.md documents them. */
export const EXIT = {
  ok: 0,
  /** Refused or failed: the request is not possible at present. */
  failed: 1,
  /** The command line itself is wrong. */
  usage: 2,
  /** The command needed confirmation and got none. */
  notConfirmed: 3,
  /** The database, the functions or the accounts were not reached, or no credentials were found. */
  unreachable: 4,
  /** Ctrl-C, SIGTERM or SIGHUP. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Ends a command with one line and a hint. */
export class CommandError extends Error {
  override readonly name = "CommandError";

  /** @param hint what the user can do about it */
  constructor(
    readonly exitCode: ExitCode,
    message: string,
    readonly hint?: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The request is not possible at present. */
export function failed(message: string, hint?: string): CommandError {
  return new CommandError(EXIT.failed, message, hint);
}

/** The command line itself is wrong. */
export function misused(message: string, hint?: string): CommandError {
  return new CommandError(EXIT.usage, message, hint);
}

/** A server that the command needs gave no answer. */
export function unreachable(message: string, hint?: string, cause?: unknown): CommandError {
  return new CommandError(EXIT.unreachable, message, hint, { cause });
}
