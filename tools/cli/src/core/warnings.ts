/** Sends what libraries and Node print to stderr, so that stdout has only results. */

import { format } from "node:util";

const METHODS = ["debug", "log", "info", "warn", "error"] as const;

/** Redirects warnings: as text or, with `json`, as lines of JSON, `{"warning": "…"}`. */
export function redirectWarnings(
  process: Pick<NodeJS.Process, "stderr" | "on" | "removeAllListeners">,
  console: Console,
  json: boolean,
): void {
  const print = (text: string): void => {
    process.stderr.write(`${json ? JSON.stringify({ warning: text }) : text}\n`);
  };
  for (const method of METHODS) {
    console[method] = (...values: unknown[]) => print(format(...values));
  }
  if (!json) return;
  // Node's own listener would print text.
  process.removeAllListeners("warning");
  process.on("warning", ({ name, message }) => print(`${name}: ${message}`));
}
