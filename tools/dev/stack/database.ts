/** Starts only the embedded database with the project's rules, as a separate process. */

import { HOST } from "../processes/ports.ts";
import type { Running } from "../processes/processes.ts";
import { fromRoot, NAMESPACE } from "./project.ts";
import { runNode } from "../processes/run-node.ts";
import { StackError } from "../processes/stack-error.ts";

const GRACE_MS = 2_000;
const PROGRAM = fromRoot("emulator/bin/rtdb-emulator.cjs");
const PROJECT_OPTIONS = ["--namespace", NAMESPACE, "--rules", "database.rules.json"];

export interface RunningDatabase {
  readonly process: Running;
  /** `host:port`, as FIREBASE_DATABASE_EMULATOR_HOST expects it. */
  readonly address: string;
}

/**
 * @param options more options, which override the default ones such as the free port
 * @throws StackError with the database's output if it cannot start
 */
export async function startDatabase(options: readonly string[] = []): Promise<RunningDatabase> {
  const args = [PROGRAM, "--host", HOST, "--port", "0", ...PROJECT_OPTIONS, ...options];
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
