/** Starts only the embedded database, as a separate process. */

import { HOST } from "../processes/ports.ts";
import type { Running } from "../processes/processes.ts";
import { fromRoot, NAMESPACE } from "./project.ts";
import { runNode } from "../processes/run-node.ts";
import { StackError } from "../processes/stack-error.ts";

const GRACE_MS = 2_000;
/** The project's own rules. */
const PROJECT_OPTIONS = ["--namespace", NAMESPACE, "--rules", "database.rules.json"];

export interface RunningDatabase {
  readonly process: Running;
  /** `host:port`, as FIREBASE_DATABASE_EMULATOR_HOST expects it. */
  readonly address: string;
}

/** @throws StackError with the database's output when it cannot start */
export async function startDatabase(
  options: readonly string[] = PROJECT_OPTIONS,
): Promise<RunningDatabase> {
  const args = [
    fromRoot("emulator/bin/rtdb-emulator.cjs"),
    "--host",
    HOST,
    "--port",
    "0",
    ...options,
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
