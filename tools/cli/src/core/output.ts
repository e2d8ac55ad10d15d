/**
 * Writes a command's output: its result to stdout, everything else to stderr, as text or as JSON.
 */

import { CommandError, EXIT } from "./failure";
import type { ExitCode } from "./failure";
import type { Json } from "./database";
import { printable } from "./text";

export interface Streams {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
}

export interface OutputSettings {
  readonly json: boolean;
  readonly verbose: boolean;
  /** The command that the user types to run this program, for hints. */
  readonly command?: string;
}

/**
 * Returns the command that started this process: npm passes its script's name in the environment.
 */
export function commandName(env: NodeJS.ProcessEnv): string {
  return env["npm_lifecycle_event"] === "farm" ? "npm run -s farm --" : "farm";
}

export interface Output {
  readonly isJson: boolean;
  /** Where results go. An export writes its own format there. */
  readonly stdout: NodeJS.WritableStream;
  /** Writes the result: one JSON document, or its text. */
  result(json: Json, text: string): void;
  /** Writes one of many results: a JSON document in one line, or its text. */
  line(json: Json, text: string): void;
  /** Writes a note for people to stderr; nothing with --json. */
  note(text: string): void;
}

/** Replaces `farm …` by the command that works in the user's folder. */
function asTyped(text: string, command: string): string {
  return text.replaceAll("`farm ", `\`${command} `);
}

export function createOutput(
  { stdout, stderr }: Streams,
  { json, command = "farm" }: OutputSettings,
): Output {
  return {
    isJson: json,
    stdout,
    result: (value, text) => {
      stdout.write(`${json ? JSON.stringify(value, null, 2) : asTyped(text, command)}\n`);
    },
    line: (value, text) => {
      stdout.write(`${json ? JSON.stringify(value) : text}\n`);
    },
    note: (text) => {
      if (!json) stderr.write(`${asTyped(text, command)}\n`);
    },
  };
}

/** Reports an error, and returns the exit code. */
export function reportError(
  error: unknown,
  { stderr }: Streams,
  { json, verbose, command = "farm" }: OutputSettings,
): ExitCode {
  const { exitCode, message, hint: written } = describe(error);
  const hint = written === undefined ? undefined : asTyped(written, command);
  const details = verbose ? detailsOf(error) : undefined;
  if (json) {
    stderr.write(`${JSON.stringify({ error: message, hint, exitCode, details })}\n`);
    return exitCode;
  }
  const lines = [`farm: ${printable(message)}`, ...(hint === undefined ? [] : [`  ${hint}`])];
  stderr.write(`${[...lines, ...(details ?? [])].join("\n")}\n`);
  return exitCode;
}

function describe(error: unknown): Pick<CommandError, "exitCode" | "message" | "hint"> {
  if (error instanceof CommandError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return {
    exitCode: EXIT.failed,
    message: `Unexpected: ${message}`,
    hint: "--verbose prints the stack trace.",
  };
}

function detailsOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  return [error.stack ?? error.message, ...detailsOf(error.cause)];
}
