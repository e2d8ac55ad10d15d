/** The built jobs in a process of their own, as the platform runs them: one run each. */

import { join } from "node:path";
import { run } from "../../../tools/dev/processes/processes";
import { createVapidKeys } from "@greenhouse/domain/alerts/vapid";
import { ROOT } from "../backend/addresses";
import type { TestDatabase } from "../database";

const BUNDLE = join(ROOT, "jobs/lib/index.js");
const scriptOf = (job: string): string => `
const { ${job} } = require(${JSON.stringify(BUNDLE)});
${job}.run({ scheduleTime: new Date().toISOString() }).then(() => {
  const maxRssKib = process.resourceUsage().maxRSS;
  const line = JSON.stringify({ event: "process_ended", maxRssKib });
  process.stdout.write(line + "\\n", () => process.exit(0));
});
`;

/** The heap of Node.js: half of the 512 MiB that the jobs are deployed with. */
const HEAP = "--max-old-space-size=256";

const VAPID = createVapidKeys();

type DatabaseAddress = Pick<TestDatabase, "host" | "port" | "namespace">;

export interface JobsSettings {
  readonly database: DatabaseAddress;
  /** Nothing listens at this address. */
  readonly smtpUrl?: string;
  /** By default the job that checks farms. */
  readonly job?: "watchFarms" | "foldReadings";
  /** `host:port`; without it, no person has an address. */
  readonly authAddress?: string;
}

export type LogEntry = Readonly<Record<string, unknown>>;

/** Returns the environment of a process that runs the built jobs. */
export function jobsEnvironment({ host, port, namespace }: DatabaseAddress): NodeJS.ProcessEnv {
  return {
    ...process.env,
    GCLOUD_PROJECT: "demo-farm",
    FUNCTIONS_EMULATOR: "true",
    FIREBASE_CONFIG: JSON.stringify({ projectId: "demo-farm" }),
    FIREBASE_DATABASE_EMULATOR_HOST: `${host}:${port}`,
    DATABASE_INSTANCE: namespace,
  };
}

/** One whole run, in a process that ends with it. @returns what it logged */
export async function runJobs({
  database,
  smtpUrl,
  authAddress,
  job = "watchFarms",
}: JobsSettings): Promise<readonly LogEntry[]> {
  const running = run(process.execPath, [HEAP, "-e", scriptOf(job)], {
    cwd: ROOT,
    env: {
      ...jobsEnvironment(database),
      ...(authAddress !== undefined && { FIREBASE_AUTH_EMULATOR_HOST: authAddress }),
      LOCAL_SMTP_URL: smtpUrl ?? "smtp://127.0.0.1:1",
      LOCAL_PAGE_URL: "http://127.0.0.1:5000",
      VAPID_PRIVATE_KEY: VAPID.privateKey,
    },
  });
  const code = await running.ended;
  if (code !== 0) throw new Error(`The run ended with ${code}:\n${running.output()}`);
  return running
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as LogEntry);
}
