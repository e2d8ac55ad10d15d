/**
 * `npm test`: starts the backend on free ports, runs jest against it, and stops it again. What follows `--` goes to
 * jest, as in `npm test -- test/unit`, and where that chooses unit tests alone, which need no backend, none is started.
 */

import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { buildAll } from "./build.ts";
import { chromiumEnvironment } from "./stack/chromium.ts";
import { startDatabase } from "./stack/database.ts";
import { addPeople, demoSecret } from "./stack/demo.ts";
import { startFirebase } from "./stack/firebase.ts";
import { freePorts, HOST } from "./stack/ports.ts";
import { groupsBelow } from "./stack/descendants.ts";
import { beforeStopping, run, signalGroup } from "./stack/processes.ts";
import { runCommand } from "./stack/command.ts";
import { fromRoot } from "./stack/project.ts";
import { functionsUrl } from "./stack/welcome.ts";

const JEST = fromRoot("node_modules/jest/bin/jest.js");

await runCommand(async () => {
  const jestArguments = process.argv.slice(2);
  if (areUnitTests(jestArguments)) return jest(jestArguments, {});
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

/** Whether unit tests are named, and jest, which is asked for it, would run no others. */
function areUnitTests(jestArguments: readonly string[]): boolean {
  if (!jestArguments.some((each) => each.includes("test/unit"))) return false;
  const { status, stdout } = spawnSync(process.execPath, [JEST, ...jestArguments, "--listTests"], {
    cwd: fromRoot(),
    encoding: "utf8",
  });
  const files = stdout.split("\n").filter((line) => line !== "");
  const folder = fromRoot("test/unit") + path.sep;
  return status === 0 && files.length > 0 && files.every((file) => file.startsWith(folder));
}

/** Resolves with jest's exit code. */
async function jest(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<number> {
  const running = run(process.execPath, [JEST, ...args], {
    cwd: fromRoot(),
    env: { ...process.env, ...env },
    stdio: "inherit",
  });
  beforeStopping(async () => {
    // What tests start leads groups of its own, which a jest that is interrupted leaves behind.
    const left = running.child.pid === undefined ? [] : groupsBelow(running.child.pid);
    await running.stop();
    for (const group of left) {
      signalGroup(group, "SIGINT");
      // Some are frozen, and see nothing until they are thawed.
      signalGroup(group, "SIGCONT");
    }
  });
  return (await running.ended) ?? 1;
}
