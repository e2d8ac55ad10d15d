/**
 * Runs the command line in this process, or as a separate process from the built file, as users do.
 * Only a process has signals, terminals, pipes and memory of its own.
 */

import { spawn } from "node:child_process";
import { EventEmitter } from "node:events";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import type { Writable } from "node:stream";
import { main } from "../../../tools/cli/src/main";
import { ROOT } from "../backend/addresses";

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface FarmSettings {
  /** Added to the environment; undefined removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The working folder; the repository by default. */
  readonly folder?: string;
}

/** The command line talks to the host of the functions, which is quicker than the functions emulator. */
function environment(env: FarmSettings["env"]): NodeJS.ProcessEnv {
  return { ...process.env, FUNCTIONS_URL: process.env["HOST_URL"], ...env };
}

/** Removes the line that names the database, so that no test has to expect it. */
function withoutDatabase({ stderr, ...finished }: Finished): Finished {
  return { ...finished, stderr: stderr.replaceAll(/^Database: \S+ \([^)\n]+\)\n/gm, "") };
}

/** Runs a command in this process. */
export async function farm(
  args: readonly string[],
  { env, folder = ROOT }: FarmSettings = {},
): Promise<Finished> {
  const text = { stdout: "", stderr: "" };
  const collect = (name: keyof typeof text): PassThrough =>
    new PassThrough().on("data", (data) => (text[name] += String(data)));
  const host = Object.assign(new EventEmitter(), {
    stdin: new PassThrough(),
    stdout: collect("stdout"),
    stderr: collect("stderr"),
    env: environment(env),
    cwd: () => folder,
  });
  // The command line points the SDK at its emulators, and redirects what libraries print.
  const { FIREBASE_DATABASE_EMULATOR_HOST, FIREBASE_AUTH_EMULATOR_HOST } = process.env;
  const { debug, log, info, warn, error } = console;
  try {
    const code = await main([process.execPath, "farm", ...args], host as never);
    return withoutDatabase({ code, ...text });
  } finally {
    Object.assign(process.env, { FIREBASE_DATABASE_EMULATOR_HOST, FIREBASE_AUTH_EMULATOR_HOST });
    Object.assign(console, { debug, log, info, warn, error });
  }
}

/** Runs a command that succeeds, and resolves with its JSON. */
export async function farmJson(args: readonly string[], settings?: FarmSettings): Promise<unknown> {
  const { code, stdout, stderr } = await farm([...args, "--json"], settings);
  if (code === 0) return JSON.parse(stdout) as unknown;
  throw new Error(`farm ${args.join(" ")} ended with ${String(code)}: ${stderr}`);
}

/** Runs a command that fails. Resolves with its exit code and the JSON on stderr. */
export async function farmError(
  args: readonly string[],
  settings?: FarmSettings,
): Promise<{ readonly code: number | null; readonly error: string; readonly hint?: string }> {
  const { code, stderr } = await farm([...args, "--json"], settings);
  const line = stderr.trim().split("\n").at(-1) ?? "";
  const { error, hint } = JSON.parse(line) as { error: string; hint?: string };
  return { code, error, ...(hint !== undefined && { hint }) };
}

export interface ProcessSettings extends FarmSettings {
  readonly nodeArguments?: readonly string[];
}

export interface RunningFarm {
  readonly finished: Promise<Finished>;
  /** Resolves when stderr or stdout contains this text. */
  printed(text: string): Promise<void>;
  /** Sends a signal to the process or, with `group`, also to its descendants. */
  signal(name: NodeJS.Signals, to?: "group"): void;
}

/**
 * Runs the command line through npm, which works in every folder and puts several processes in
 * between.
 */
const NPM_FARM = ["npm", "--prefix", ROOT, "run", "-s", "farm", "--"] as const;

/** The built command line. */
export const FARM = [process.execPath, join(ROOT, "tools/cli/dist/index.js")] as const;

export function startFarm(args: readonly string[], settings: ProcessSettings = {}): RunningFarm {
  const [node, file] = FARM;
  return withoutInput(start([node, ...(settings.nodeArguments ?? []), file, ...args], settings));
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
}

/** Starts it through npm in a terminal; `stdout` is what the terminal shows. */
export function startTerminalFarm(
  args: readonly string[],
  settings: FarmSettings = {},
): TerminalFarm {
  const terminal = ["python3", join(__dirname, "terminal.py")];
  const running = start([...terminal, ...NPM_FARM, ...args], settings);
  return { ...running, type: (text) => running.stdin.write(text) };
}

function start(
  [command = "", ...args]: readonly string[],
  { env, folder = ROOT }: FarmSettings,
): RunningFarm & { readonly stdin: Writable } {
  const child = spawn(command, args, {
    cwd: folder,
    env: environment(env),
    detached: true,
  });
  const text = { stdout: "", stderr: "" };
  const printed = new EventEmitter().setMaxListeners(0);
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (data: string) => {
      text[name] += data;
      printed.emit("more");
    });
  }
  const finished = new Promise<Finished>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(withoutDatabase({ code, ...text })));
  });
  return {
    finished,
    stdin: child.stdin,
    printed: (wanted) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          if (text.stdout.includes(wanted) || text.stderr.includes(wanted)) resolve();
        };
        printed.on("more", check);
        check();
        void finished.then((end) => reject(new Error(`It ended: ${JSON.stringify(end)}`)));
      }),
    signal: (name, to) => {
      if (child.pid === undefined) return;
      try {
        process.kill(to === "group" ? -child.pid : child.pid, name);
      } catch {
        // It has already ended.
      }
    },
  };
}
