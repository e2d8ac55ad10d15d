/** Runs the built command line as users do: a process of its own, whose output and exit code are what they see. */

import { spawn } from "node:child_process";
import { join } from "node:path";
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
}

export interface RunningFarm {
  readonly finished: Promise<Finished>;
  /** Resolves when stderr or stdout holds this text. */
  said(text: string): Promise<void>;
  signal(name: NodeJS.Signals): void;
}

const BIN = join(ROOT, "cli/dist/index.js");

export function startFarm(args: readonly string[], settings: FarmSettings = {}): RunningFarm {
  const child = spawn(process.execPath, [...(settings.nodeArguments ?? []), BIN, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...settings.env },
    stdio: ["ignore", "pipe", "pipe"],
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
    signal: (name) => child.kill(name),
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
