/** What must be true of a functions host whatever was done to it. */

import { execFileSync } from "node:child_process";
import type { FunctionsHost } from "../backend/functions-host";

/** Fails where a promise was lost, an exception escaped, or the functions themselves logged a bug. */
export function expectNoEscapes(host: Pick<FunctionsHost, "lines" | "entries">): void {
  expect(host.lines().filter((line) => /unhandled|uncaught/i.test(line))).toEqual([]);
  expect(host.entries().filter(({ event }) => event === "unexpected_error")).toEqual([]);
}

/** Memory that a process really holds, in MiB. Unix only. */
export function residentMiB(pid: number): number {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024;
}
