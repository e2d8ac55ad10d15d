/** The memory of a process. */

import { readFileSync } from "node:fs";
import type { Running } from "../../scripts/stack/processes.ts";

/** What is resident; NaN where the system does not say. */
export function residentMegabytes({ child }: Running): number {
  if (process.platform !== "linux") return NaN;
  const status = readFileSync(`/proc/${child.pid ?? 0}/status`, "utf8");
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
  return Number(kilobytes) / 1_000;
}
