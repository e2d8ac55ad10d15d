/** Child processes that end with this one. Each leads a process group, so that a signal reaches its children too. */

import { spawn } from "node:child_process";
import type { ChildProcess, SpawnOptions } from "node:child_process";
import { StackError } from "./stack-error.ts";

/** The time for a graceful end, in milliseconds. A process may have to stop children first. */
export const GRACE_MS = 20_000;
/** The length of the output that is kept for an error message, in characters. */
const KEPT_OUTPUT = 20_000;

const running = new Set<Running>();
const lastTasks: (() => Promise<void>)[] = [];
const abort = new AbortController();
const failure = Promise.withResolvers<never>();

/** Aborted just before everything is stopped. */
export const stopping: AbortSignal = abort.signal;

/** Rejects with the error of `failCommand`. */
export const untilFailed = failure.promise;

/** Ends the command with an error of a background task, such as a log that cannot be written. */
export function failCommand(error: unknown): void {
  failure.reject(error);
}

/** @throws StackError after `stopAll` was called */
export function refuseWhileStopping(): void {
  if (stopping.aborted) throw new StackError("Stopped.");
}

/** Adds a short task to run before the processes are stopped. */
export function beforeStopping(task: () => Promise<void>): void {
  lastTasks.push(task);
}

/** Stops all processes. Afterwards no process can be started. */
export async function stopAll(): Promise<void> {
  abort.abort();
  try {
    await Promise.all(lastTasks.splice(0).map((task) => task()));
  } finally {
    await Promise.all(Array.from(running, (child) => child.stop()));
  }
}

export interface Running {
  readonly child: ChildProcess;
  /** The output so far, in whole lines: output of one stream never splits a line of the other. */
  readonly output: () => string;
  /** Calls back for each new line. */
  onLine(listener: (line: string) => void): void;
  /** Resolves when the process ends: with the exit code, or null after a signal. */
  readonly ended: Promise<number | null>;
  /** Stops the process and its children with SIGINT, and with SIGKILL if that takes too long. */
  stop(): Promise<void>;
}

export interface RunOptions extends SpawnOptions {
  /** The time for a graceful end, in milliseconds; 20 seconds by default. */
  readonly graceMs?: number;
}

/** @throws StackError after `stopAll` was called */
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
  /** The unfinished line of each stream. */
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
    // When a process is killed, the others of its group keep running.
    child.once("exit", () => {
      if (process.platform !== "win32") signalGroup(child, "SIGKILL");
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
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      signalGroup(child, "SIGINT");
      const timer = setTimeout(() => signalGroup(child, "SIGKILL"), graceMs);
      await ended;
      clearTimeout(timer);
    },
  };
  running.add(started);
  void ended.then(() => running.delete(started));
  return started;
}

/** Sends a signal to a process and the others of its group. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  if (process.platform === "win32") {
    spawn("taskkill", ["/pid", String(pid), "/t", "/f"], { stdio: "ignore" });
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // The group has ended. macOS reports EPERM for a group of zombies, whose exit code has not been read yet.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ESRCH" && !(code === "EPERM" && process.platform === "darwin")) throw error;
  }
}
