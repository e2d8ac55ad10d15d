/** Finds the running `npm start`, which writes its addresses to a file in its data folder. */

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";

/** Environment variable that names a data folder other than `.data`. */
export const DATA_VARIABLE = "GREENHOUSE_DATA";

/** The file's content. */
export interface RunningStack {
  /** A signal to this process stops all others. */
  readonly pid: number;
  /** When that process began, in the system's own format; empty if unknown. */
  readonly begun: string;
  readonly pageUrl: string;
  /** The address before `/sensorData` and `/reportIp`. */
  readonly functionsUrl: string;
  /** `host:port`, like the following addresses. */
  readonly databaseAddress: string;
  readonly authAddress: string;
}

/** Returns the absolute path of the data folder. @param root the folder of firebase.json */
export function dataFolder(
  root: string,
  env: Readonly<Record<string, string | undefined>>,
): string {
  return path.resolve(root, env[DATA_VARIABLE] || ".data");
}

export function runningFile(folder: string): string {
  return path.join(folder, "running.json");
}

/**
 * Returns the stack that runs with this data folder. Ignores a file that a killed process left
 * behind.
 */
export function findRunning(folder: string): RunningStack | undefined {
  const stack = parse(readText(runningFile(folder)));
  return stack !== undefined && isAlive(stack.pid) && stack.begun === processBegin(stack.pid)
    ? stack
    : undefined;
}

/**
 * Returns when a process began, which distinguishes it from a later process with the same id; empty
 * if unknown.
 */
export function processBegin(pid: number): string {
  const stat = readText(`/proc/${pid}/stat`);
  // Fields 3 (state) and 22 of proc_pid_stat(5). Field 2, the name, is in brackets and may contain
  // any character.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (stat !== "") return fields[0] === "Z" ? "" : (fields[19] ?? "");
  if (process.platform === "win32") return "";
  const env = { ...process.env, LC_ALL: "C", TZ: "UTC" };
  const found = spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { env, encoding: "utf8" });
  return found.status === 0 ? found.stdout.trim() : "";
}

function parse(text: string): RunningStack | undefined {
  try {
    const found = JSON.parse(text) as Partial<Record<keyof RunningStack, unknown>> | null;
    const { pid, begun, pageUrl, functionsUrl, databaseAddress, authAddress } = found ?? {};
    const texts = [begun, pageUrl, functionsUrl, databaseAddress, authAddress];
    const isWhole =
      Number.isSafeInteger(pid) &&
      Number(pid) > 0 &&
      texts.every((field) => typeof field === "string");
    return isWhole ? (found as RunningStack) : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Any other error means that the process exists.
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

/** Returns "" if the file cannot be read. */
function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
