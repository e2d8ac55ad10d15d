/** Child processes that end with us: each leads a group of its own, so that a signal reaches its children too. */

import { spawn } from "node:child_process";
import type { ChildProcess, SpawnOptions } from "node:child_process";
import { StackError } from "./stack-error.ts";

/** How long a process, which may have others to end, may take to end by itself, in milliseconds. */
export const GRACE_MS = 20_000;

/** What runs now. */
const running = new Set<Running>();
const lastWorks: (() => Promise<void>)[] = [];
const ending = new AbortController();

/** Comes when everything is to end. */
export const stopping: AbortSignal = ending.signal;

const { promise: untilFailed, resolve: fail } = Promise.withResolvers<unknown>();

/** Resolves with the error of `failCommand`. */
export { untilFailed };

/** Ends the command with an error: for what fails beside its main work, such as a log that cannot be written. */
export function failCommand(error: unknown): void {
  fail(error);
}

/** @throws StackError once `stopAll` was called */
export function refuseWhileStopping(): void {
  if (stopping.aborted) throw new StackError("Stopped.");
}

/** What is done while everything still runs, before it is ended. It has to end by itself, and soon. */
export function beforeStopping(work: () => Promise<void>): void {
  lastWorks.push(work);
}

/** Ends all that runs, and lets nothing start any more. */
export async function stopAll(): Promise<void> {
  ending.abort();
  try {
    await Promise.all(lastWorks.splice(0).map((work) => work()));
  } finally {
    await Promise.all(Array.from(running, (each) => each.stop()));
  }
}

export interface Running {
  readonly child: ChildProcess;
  /** What it printed so far: the lines of both streams as they came, none torn by the other stream. */
  readonly output: () => string;
  /** Calls back for each line from now on. */
  onLine(listener: (line: string) => void): void;
  /** Resolves when it has ended, with its exit code (null after a signal). */
  readonly ended: Promise<number | null>;
  /** Ends it and its children: politely, then not. */
  stop(): Promise<void>;
}

/** Longest tail of output that is kept for an error message, in characters. */
const KEPT_OUTPUT = 20_000;

export interface RunOptions extends SpawnOptions {
  /** How long it may take to end when it is asked to, in milliseconds; 20 seconds by default. */
  readonly graceMs?: number;
}

/** @throws StackError once `stopAll` was called */
export function run(
  command: string,
  args: readonly string[],
  { graceMs = GRACE_MS, ...options }: RunOptions = {},
): Running {
  refuseWhileStopping();
  const child = spawn(command, args, {
    stdio: ["ignore", "pipe", "pipe"],
    ...options,
    detached: process.platform !== "win32",
  });
  let output = "";
  const listeners: ((line: string) => void)[] = [];
  /** What each stream has begun and not yet ended a line with. */
  const rests = ["", ""];
  [child.stdout, child.stderr].forEach((stream, index) => {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      const lines = ((rests[index] ?? "") + text).split("\n");
      rests[index] = lines.pop() ?? "";
      for (const line of lines) {
        output = `${output}${line}\n`.slice(-KEPT_OUTPUT);
        for (const listener of listeners) listener(line);
      }
    });
  });
  const ended = new Promise<number | null>((resolve) => {
    // One that was killed leaves the others of its group behind.
    child.once("exit", () => {
      if (child.pid !== undefined && process.platform !== "win32")
        signalGroup(child.pid, "SIGKILL");
    });
    child.once("close", (code) => resolve(code));
    child.once("error", (error) => {
      output += `${command} did not start: ${error.message}\n`;
      resolve(1);
    });
  });
  const started: Running = {
    child,
    output: () => output + rests.join(""),
    onLine: (listener) => listeners.push(listener),
    ended,
    stop: () => stop(child, ended, graceMs),
  };
  running.add(started);
  void ended.then(() => running.delete(started));
  return started;
}

async function stop(child: ChildProcess, ended: Promise<unknown>, graceMs: number): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  signalGroup(child.pid, "SIGINT");
  const patience = setTimeout(() => {
    if (child.pid !== undefined) signalGroup(child.pid, "SIGKILL");
  }, graceMs);
  await ended;
  clearTimeout(patience);
}

/** Sends a signal to a process that leads a group, and to the others of that group. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  if (process.platform === "win32") {
    spawn("taskkill", ["/pid", String(pid), "/t", "/f"], { stdio: "ignore" });
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // It has ended in the meantime; of one that nobody has taken note of, macOS says that it is not ours.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ESRCH" && !(code === "EPERM" && process.platform === "darwin")) throw error;
  }
}
