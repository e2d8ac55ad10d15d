/** Runs the built command line as users do: a process of its own, whose output and exit code are what they see. */

import { spawn } from "node:child_process";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { ROOT } from "../backend/addresses";

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface FarmSettings {
  /** Added to the environment; undefined takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Before the command line's own file. */
  readonly nodeArguments?: readonly string[];
  /** Where the command is given; the repository, unless it is told. */
  readonly folder?: string;
}

/** The command line as people call it, through npm: from anywhere, and with all the processes in between. */
export const NPM_FARM = ["npm", "--prefix", ROOT, "run", "-s", "farm", "--"] as const;

export interface RunningFarm {
  readonly finished: Promise<Finished>;
  /** Resolves when stderr or stdout holds this text. */
  said(text: string): Promise<void>;
  /** To the process that was started, or with `group` to all that have come of it. */
  signal(name: NodeJS.Signals, to?: "group"): void;
}

const BIN = join(ROOT, "cli/dist/index.js");

export function startFarm(args: readonly string[], settings: FarmSettings = {}): RunningFarm {
  const node = [process.execPath, ...(settings.nodeArguments ?? [])];
  return withoutInput(start([...node, BIN, ...args], settings));
}

export function startNpmFarm(args: readonly string[], settings: FarmSettings = {}): RunningFarm {
  return withoutInput(start([...NPM_FARM, ...args], settings));
}

function withoutInput(running: ReturnType<typeof start>): RunningFarm {
  running.stdin.end();
  return running;
}

export interface TerminalFarm extends RunningFarm {
  type(text: string): void;
  /** Closes the terminal's window. */
  closeWindow(): void;
}

/** Through npm in a terminal, where stdout holds what it shows. */
export function startTerminalFarm(
  args: readonly string[],
  settings: FarmSettings = {},
): TerminalFarm {
  const terminal = ["python3", join(__dirname, "terminal.py")];
  const running = start([...terminal, ...NPM_FARM, ...args], settings);
  return {
    ...running,
    type: (text) => running.stdin.write(text),
    closeWindow: () => running.stdin.end(),
  };
}

function start(
  [command = "", ...args]: readonly string[],
  settings: FarmSettings,
): RunningFarm & { readonly stdin: Writable } {
  const child = spawn(command, args, {
    cwd: settings.folder ?? ROOT,
    env: { ...process.env, ...settings.env },
    detached: true,
  });
  const text = { stdout: "", stderr: "" };
  const waiting = new Set<() => void>();
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (data: string) => {
      text[name] += data;
      for (const check of waiting) check();
    });
  }
  const finished = new Promise<Finished>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, ...text }));
  });
  return {
    finished,
    stdin: child.stdin,
    said: (wanted) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          if (!text.stdout.includes(wanted) && !text.stderr.includes(wanted)) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
        void finished.then((end) => reject(new Error(`It ended: ${JSON.stringify(end)}`)));
      }),
    signal: (name, to) => {
      if (child.pid === undefined) return;
      try {
        process.kill(to === "group" ? -child.pid : child.pid, name);
      } catch {
        // It has ended in the meantime.
      }
    },
  };
}

export function farm(args: readonly string[], settings?: FarmSettings): Promise<Finished> {
  return startFarm(args, settings).finished;
}

/** Runs a command that succeeds, and resolves with its JSON. */
export async function farmJson(args: readonly string[], settings?: FarmSettings): Promise<unknown> {
  const { code, stdout, stderr } = await farm([...args, "--json"], settings);
  if (code === 0) return JSON.parse(stdout) as unknown;
  throw new Error(`farm ${args.join(" ")} ended with ${String(code)}: ${stderr}`);
}

/** Runs a command that does not succeed: its exit code, and the JSON on stderr. */
export async function farmError(
  args: readonly string[],
  settings?: FarmSettings,
): Promise<{ readonly code: number | null; readonly error: string; readonly hint?: string }> {
  const { code, stderr } = await farm([...args, "--json"], settings);
  const line = stderr.trim().split("\n").at(-1) ?? "";
  const { error, hint } = JSON.parse(line) as { error: string; hint?: string };
  return { code, error, ...(hint !== undefined && { hint }) };
}
