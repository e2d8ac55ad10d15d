/** Starts the embedded database as a process of its own. */

import type { Running } from "../../scripts/stack/processes.ts";
import { THIS_MACHINE } from "../../scripts/stack/network.ts";
import type { Network } from "../../scripts/stack/network.ts";
import { fromRoot, NAMESPACE } from "../../scripts/stack/project.ts";
import { runNode } from "../../scripts/stack/run-node.ts";
import { StackError } from "../../scripts/stack/stack-error.ts";

/** It stops at once. Killing it costs nothing: every acknowledged write is on the disk. */
const GRACE_MS = 2_000;

export interface RunningDatabase {
  readonly process: Running;
  /** `host:port` for this machine, as FIREBASE_DATABASE_EMULATOR_HOST expects it. */
  readonly address: string;
}

export interface DatabaseSettings {
  /** 0 takes any free port. */
  readonly port: number;
  /** Where it listens; by default only on this machine. */
  readonly network?: Network;
  /** Keeps the data from run to run; by default it is lost at the end. */
  readonly dataFolder?: string;
  readonly onLine?: (line: string) => void;
}

/** @throws StackError with the database's output when it cannot start */
export async function startDatabase(settings: DatabaseSettings): Promise<RunningDatabase> {
  const { network = THIS_MACHINE } = settings;
  const args = [
    fromRoot("emulator/dist/cli.js"),
    ...["--host", network.listen, "--port", String(settings.port)],
    ...["--namespace", NAMESPACE, "--rules", "database.rules.json"],
    ...(settings.dataFolder === undefined ? [] : ["--data", settings.dataFolder]),
  ];
  const database = runNode(args, { cwd: fromRoot(), graceMs: GRACE_MS });
  const address = await new Promise<string>((resolve, reject) => {
    database.onLine((line) => {
      const [, port] = /^Realtime Database emulator at http:\/\/.+:(\d+)$/.exec(line) ?? [];
      if (port !== undefined) resolve(`${network.local}:${port}`);
      else settings.onLine?.(line);
    });
    void database.ended.then(() => reject(new StackError(database.output().trim())));
  });
  return { process: database, address };
}
