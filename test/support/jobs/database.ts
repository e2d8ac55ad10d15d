/** The database as a run of the jobs sees it, in this process. */

import { createEnvironment } from "@greenhouse/database/client/environment";
import { createDatabase, type WithDatabase } from "../../../jobs/src/database";

/** @param emulator `host:port` */
export function databaseOf(url: string, emulator: string): WithDatabase {
  const environment = createEnvironment(() => {
    throw new Error("An emulator needs no token.");
  });
  return createDatabase({ url, emulator }, environment);
}
