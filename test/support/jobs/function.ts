/** A built HTTPS function of the jobs, on the framework that the platform uses. */

import { join } from "node:path";
import { run, type Running } from "../../../tools/dev/processes/processes";
import { untilListening } from "../../../tools/dev/processes/ports";
import { frameworkArguments } from "../../../tools/dev/stack/host";
import { freePort, HOST, ROOT } from "../backend/addresses";
import type { TestDatabase } from "../database";
import { jobsEnvironment } from "./run";

export interface RunningFunction {
  readonly url: string;
  readonly process: Running;
  close(): Promise<void>;
}

export async function startFunction(
  name: string,
  database: TestDatabase,
): Promise<RunningFunction> {
  const port = await freePort();
  const running = run(process.execPath, frameworkArguments(join(ROOT, "jobs"), name, port), {
    cwd: ROOT,
    env: jobsEnvironment(database),
  });
  await untilListening(port, running);
  return {
    url: `http://${HOST}:${port}`,
    process: running,
    close: async () => {
      running.child.kill();
      await running.ended;
    },
  };
}
