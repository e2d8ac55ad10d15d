/** Starts the embedded database as a process of its own, with the project's rules. */

import { readFileSync } from "node:fs";
import { HOST } from "../../scripts/stack/ports.ts";
import type { Running } from "../../scripts/stack/processes.ts";
import { fromRoot, NAMESPACE } from "../../scripts/stack/project.ts";
import { runNode } from "../../scripts/stack/run-node.ts";
import { StackError } from "../../scripts/stack/stack-error.ts";

const GRACE_MS = 2_000;

export interface RunningDatabase {
  readonly process: Running;
  /** `host:port`, as FIREBASE_DATABASE_EMULATOR_HOST expects it. */
  readonly address: string;
}

/** @throws StackError with the database's output when it cannot start */
export async function startDatabase(options: readonly string[] = []): Promise<RunningDatabase> {
  const args = [
    ...[fromRoot("emulator/dist/cli.js"), "--port", "0"],
    ...["--namespace", NAMESPACE, "--rules", "database.rules.json", ...options],
  ];
  const database = runNode(args, { cwd: fromRoot(), graceMs: GRACE_MS });
  const address = await new Promise<string>((resolve, reject) => {
    database.onLine((line) => {
      const [, port] = /^Realtime Database emulator at http:\/\/.+:(\d+)$/.exec(line) ?? [];
      if (port !== undefined) resolve(`${HOST}:${port}`);
    });
    void database.ended.then(() => reject(new StackError(database.output().trim())));
  });
  return { process: database, address };
}

/** The resident memory of its process; NaN where the system does not say. */
export function residentMegabytes({ process: { child } }: RunningDatabase): number {
  if (process.platform !== "linux") return NaN;
  const status = readFileSync(`/proc/${child.pid ?? 0}/status`, "utf8");
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
  return Number(kilobytes) / 1_000;
}
