/** Starts a database and functions that can be killed. */

import { freePort } from "../backend/addresses";
import { startFunctionsHost } from "../backend/functions-host";
import type { FunctionsHost } from "../backend/functions-host";
import { DatabaseProcess } from "../faults/database-process";
import type { Stack } from "./scene";

/** Adds a task for the end; the last task runs first. */
export type AtEnd = (task: () => Promise<void>) => void;

export interface OwnStack {
  readonly stack: Stack;
  readonly database: DatabaseProcess;
  readonly killHost: () => Promise<void>;
  readonly startHost: () => Promise<void>;
}

export async function startOwnStack(atEnd: AtEnd): Promise<OwnStack> {
  const [database, port] = await Promise.all([DatabaseProcess.start(), freePort()]);
  atEnd(() => database.remove());
  const start = (): Promise<FunctionsHost> =>
    startFunctionsHost({
      FIREBASE_DATABASE_EMULATOR_HOST: database.address,
      PORT: String(port),
    });
  let host = await start();
  atEnd(() => host.stop());
  return {
    stack: { databaseAddress: database.address, functionsUrl: host.url },
    database,
    killHost: () => host.kill(),
    startHost: async () => {
      host = await start();
    },
  };
}
