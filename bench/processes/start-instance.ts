/** Starts an instance of the built functions. */

import { folderOf } from "../subjects.ts";
import { openChannel } from "./channel.ts";
import type { Channel } from "./channel.ts";
import type { InstanceAnswer, InstanceJob } from "./instance.ts";
import { environmentOf } from "./server.ts";

export type Instance = Channel<InstanceJob, InstanceAnswer>;

/** Runs the work with an instance that uses the database at `host:port`. */
export async function withInstance<T>(
  databaseAddress: string,
  work: (instance: Instance) => Promise<T>,
): Promise<T> {
  const instance: Instance = openChannel("processes/instance.ts", [folderOf("functions")], {
    env: environmentOf(databaseAddress),
    execArgv: ["--expose-gc"],
  });
  try {
    return await work(instance);
  } finally {
    await instance.close();
  }
}
