/** Checks a functions host after any fault. */

import { execFileSync } from "node:child_process";
import type { FunctionsHost } from "../backend/functions-host";

/** Fails if a rejection was unhandled, an exception uncaught, or the functions logged a bug. */
export function expectNoEscapes(host: Pick<FunctionsHost, "lines" | "entries">): void {
  expect(host.lines().filter((line) => /unhandled|uncaught/i.test(line))).toEqual([]);
  expect(host.entries().filter(({ event }) => event === "unexpected_error")).toEqual([]);
}

/** Returns the resident memory of a process, in MiB. Unix only. */
export function residentMiB(pid: number): number {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024;
}
