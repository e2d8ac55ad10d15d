/** Single calls of devices/shell/greenhouse.sh, in each shell that this machine has. */

import { join } from "node:path";
import { run } from "../../../scripts/stack/processes";
import type { Running } from "../../../scripts/stack/processes";
import { ROOT } from "../backend/addresses";
import { findCommand } from "./clients";

export const SCRIPT = join(ROOT, "devices/shell/greenhouse.sh");

const KNOWN_SHELLS = [
  { name: "dash", command: ["dash"] },
  { name: "bash", command: ["bash"] },
  { name: "busybox", command: ["busybox", "sh"] },
] as const;

export interface Shell {
  readonly name: string;
  readonly command: readonly string[];
}

/** Those that are installed; at least `sh`. */
export const SHELLS: readonly Shell[] = findShells();

function findShells(): readonly Shell[] {
  const found = KNOWN_SHELLS.filter(({ command: [program] }) => findCommand(program) !== undefined);
  return found.length > 0 ? found : [{ name: "sh", command: ["sh"] }];
}

export interface Call {
  readonly code: number | null;
  /** Of both streams. */
  readonly output: string;
}

export type Environment = Readonly<Record<string, string>>;

/** Starts the script with no other variables than these. */
export function startCall(shell: Shell, args: readonly string[], env: Environment): Running {
  const [program = "sh", ...options] = shell.command;
  return run(program, [...options, SCRIPT, ...args], { env });
}

/** Runs the script with no other variables than these. */
export async function call(shell: Shell, args: readonly string[], env: Environment): Promise<Call> {
  const running = startCall(shell, args, env);
  return { code: await running.ended, output: running.output() };
}

/** The script's last line. */
export function summary(counts: {
  readonly stored?: number;
  readonly refused?: number;
  readonly expired?: number;
  readonly overflowed?: number;
  readonly unconfirmed?: number;
  readonly waiting?: number;
}): string {
  const names = ["stored", "refused", "expired", "overflowed", "unconfirmed", "waiting"] as const;
  return `${names.map((name) => `${name} ${counts[name] ?? 0}`).join(", ")}\n`;
}
