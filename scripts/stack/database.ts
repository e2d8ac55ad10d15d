/** Starts the embedded database as a process of its own. */

import { run } from "./processes.ts";
import type { Running } from "./processes.ts";
import { HOST } from "./ports.ts";
import { fromRoot, NAMESPACE } from "./project.ts";
import { StackError } from "./stack-error.ts";

export interface RunningDatabase {
  readonly process: Running;
  /** `host:port`, as FIREBASE_DATABASE_EMULATOR_HOST wants it. */
  readonly address: string;
}

export interface DatabaseSettings {
  /** 0 takes any free port. */
  readonly port: number;
  /** Keeps the data from run to run; without it it is gone at the end. */
  readonly dataFolder?: string;
  readonly onLine?: (line: string) => void;
}

/** @throws StackError with what the database says when it cannot start */
export async function startDatabase(settings: DatabaseSettings): Promise<RunningDatabase> {
  const args = [
    fromRoot("emulator/dist/cli.js"),
    ...["--host", HOST, "--port", String(settings.port)],
    ...["--namespace", NAMESPACE, "--rules", "database.rules.json"],
    ...(settings.dataFolder === undefined ? [] : ["--data", settings.dataFolder]),
  ];
  const database = run(process.execPath, args, { cwd: fromRoot() });
  const address = await new Promise<string>((resolve, reject) => {
    database.onLine((line) => {
      const [, found] = /^Realtime Database emulator at http:\/\/(.+)$/.exec(line) ?? [];
      if (found !== undefined) resolve(found);
      else settings.onLine?.(line);
    });
    void database.ended.then(() => reject(new StackError(database.output().trim())));
  });
  return { process: database, address };
}
