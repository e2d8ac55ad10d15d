/** Measures a process's usage as Linux counts it; NaN on other systems. */

import { readFileSync } from "node:fs";
import type { Running } from "../../dev/processes/processes.ts";

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** Returns the processor time of all threads so far, in milliseconds. */
export function processorMs(process: Running): number {
  // Counted from the end of the program's name, which may contain spaces.
  const [, fields = ""] = read(process, "stat").split(") ");
  const [userTicks, systemTicks] = fields.split(" ").slice(11);
  return (Number(userTicks) + Number(systemTicks)) * TICK_MS;
}

/** Returns the resident memory in KiB: now (`VmRSS`), or the maximum so far (`VmHWM`). */
export function residentKibibytes(process: Running, field: "VmRSS" | "VmHWM"): number {
  const [, kibibytes] =
    new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(read(process, "status")) ?? [];
  return Number(kibibytes);
}

function read({ child }: Running, file: string): string {
  return process.platform === "linux"
    ? readFileSync(`/proc/${child.pid ?? 0}/${file}`, "utf8")
    : "";
}
