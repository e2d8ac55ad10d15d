/** The jobs in the test's process, on a database whose clock the test sets. */

import { SYSTEM_CLOCK } from "@greenhouse/database/client/system-clock";
import { compose } from "../../../jobs/src/composition";
import type { Jobs } from "../../../jobs/src/composition";
import type { TestDatabase } from "../database";
import { emulatedAddress, emulatedEnvironment } from "../jobs/emulated";

type OwnJobs = Pick<Jobs, "foldReadings" | "watchFarms">;

/** @returns the jobs. A run throws if it logs an error */
export function openJobs(
  { host, port, namespace }: Pick<TestDatabase, "host" | "port" | "namespace">,
  now: () => number,
): OwnJobs {
  const errors: object[] = [];
  const jobs = compose(
    {
      readDatabase: () => emulatedAddress(`${host}:${port}`, namespace),
      openChannels: () => ({ pageUrl: "http://127.0.0.1:5000", services: new Map() }),
      readCallAnswering: () => ({ authToken: undefined, pageUrl: "http://127.0.0.1:5000" }),
    },
    {
      environment: { ...emulatedEnvironment(), clock: { ...SYSTEM_CLOCK, now } },
      randomInt: () => 0,
      writeLog: (entry) => {
        if (entry.severity === "ERROR") errors.push(entry);
      },
    },
  );
  const run = async (job: keyof OwnJobs): Promise<void> => {
    await jobs[job]();
    if (errors.length > 0) throw new Error(JSON.stringify(errors));
  };
  return { foldReadings: () => run("foldReadings"), watchFarms: () => run("watchFarms") };
}
