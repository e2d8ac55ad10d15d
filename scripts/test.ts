/**
 * `npm test`: starts the backend on free ports, runs jest against it, and stops it again. What follows `--` goes to
 * jest, as in `npm test -- test/unit`.
 */

import { mkdirSync } from "node:fs";
import { buildAll } from "./build.ts";
import { chromiumEnvironment } from "./stack/chromium.ts";
import { startDatabase } from "./stack/database.ts";
import { addPeople, demoSecret } from "./stack/demo.ts";
import { startFirebase } from "./stack/firebase.ts";
import { freePorts, HOST } from "./stack/ports.ts";
import { run } from "./stack/processes.ts";
import { runCommand } from "./stack/command.ts";
import { fromRoot } from "./stack/project.ts";
import { functionsUrl } from "./stack/welcome.ts";

await runCommand(async () => {
  const jestArguments = process.argv.slice(2);
  console.log("Building …");
  await buildAll();
  demoSecret();
  mkdirSync(fromRoot(".data"), { recursive: true });
  const database = await startDatabase({ port: 0 });
  const ports = await freePorts();
  console.log("Starting the emulators …");
  const logFile = fromRoot(".data/test-firebase.log");
  await startFirebase({ ports, databaseAddress: database.address, logFile });
  await addPeople(ports);
  return jest(jestArguments, {
    FIREBASE_DATABASE_EMULATOR_HOST: database.address,
    FIREBASE_AUTH_EMULATOR_HOST: `${HOST}:${ports.auth}`,
    FUNCTIONS_URL: functionsUrl(ports),
    ...(await chromiumEnvironment()),
    HOSTING_URL: `http://${HOST}:${ports.hosting}`,
  });
});

/** Resolves with jest's exit code. */
async function jest(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<number> {
  const jestScript = fromRoot("node_modules/jest/bin/jest.js");
  const running = run(process.execPath, [jestScript, ...args], {
    cwd: fromRoot(),
    env: { ...process.env, ...env },
    stdio: "inherit",
  });
  return (await running.ended) ?? 1;
}
