/**
 * npm test [-- <paths and options of jest>] starts the backend on free ports, runs
 * the tests and stops it again. Paths choose a part: `npm test -- test/unit`
 * needs no backend and starts none.
 *
 *   --thorough        also run *.thorough.test.ts, which are slow and rarely fail
 *                     (`npm run test:all` is the same)
 */

import { spawnSync } from "node:child_process";
import { chmodSync, createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import treeKill from "tree-kill";
import { buildAll } from "./build.ts";
import { chromiumEnvironment } from "rtdb-emulator/testing/chromium.mjs";
import { addPeople, demoSecret } from "./demo/demo.ts";
import { freePort } from "rtdb-emulator/testing/free-port.ts";
import { hostEnvironment, startHost } from "./stack/host.ts";
import { writeJobsSecrets } from "./stack/jobs-secrets.ts";
import { freePorts, HOST } from "./processes/ports.ts";
import { beforeStopping, run } from "./processes/processes.ts";
import { runCommand } from "./processes/command.ts";
import { fromRoot, NAMESPACE } from "./stack/project.ts";
import { startSuite } from "./stack/suite.ts";
import { functionsUrl } from "./stack/welcome.ts";

const JEST = fromRoot("node_modules/jest/bin/jest.js");
/** Replaces the pattern of jest.config.mjs that leaves the thorough tests out. */
const ALL_TESTS = "--testPathIgnorePatterns=/node_modules/";
const HOST_LOG = fromRoot(".data/test-host.log");
const signalTree = promisify<number, string>(treeKill);

await runCommand(async () => {
  const jestArguments = includeThorough(process.argv.slice(2));
  useOwnTemporaryFolder();
  if (needNoBackend(jestArguments)) return jest(jestArguments, {});
  console.log("Building …");
  await buildAll();
  demoSecret();
  await writeJobsSecrets();
  const ports = await freePorts();
  console.log("Starting the emulators …");
  // Tests run the jobs themselves: scheduled runs would change the alerts of other tests.
  await startSuite({ ports, logFile: fromRoot(".data/test-firebase.log"), hasSchedules: false });
  const databaseAddress = `${HOST}:${ports.database}`;
  const [hostUrl] = await Promise.all([startSharedHost(databaseAddress), addPeople(ports)]);
  return jest(jestArguments, {
    FIREBASE_DATABASE_EMULATOR_HOST: databaseAddress,
    FIREBASE_AUTH_EMULATOR_HOST: `${HOST}:${ports.auth}`,
    FUNCTIONS_URL: functionsUrl(ports),
    HOST_URL: hostUrl,
    HOST_LOG,
    ...(await chromiumEnvironment()),
    HOSTING_URL: `http://${HOST}:${ports.hosting}`,
  });
});

/** Replaces `--thorough` by jest's option, which a path of a thorough test needs, too. */
function includeThorough(args: readonly string[]): readonly string[] {
  const others = args.filter((argument) => argument !== "--thorough");
  const isThorough = others.length < args.length || args.some((text) => text.includes(".thorough"));
  // The option takes a list, so it comes after all paths.
  return isThorough ? [...others, ALL_TESTS] : others;
}

/** The functions in one process, shared by all tests that need no instance of their own. */
async function startSharedHost(databaseAddress: string): Promise<string> {
  const log = createWriteStream(HOST_LOG);
  const { url } = await startHost({
    port: await freePort(),
    env: {
      ...process.env,
      SENSOR_API_KEY: demoSecret(),
      DATABASE_INSTANCE: NAMESPACE,
      ...hostEnvironment(databaseAddress),
    },
    onLine: (line) => log.write(`${line}\n`),
  });
  return url;
}

/** Killed programs, such as firebase-tools, leave files in this folder, which is removed at the end. */
function useOwnTemporaryFolder(): void {
  const folder = mkdtempSync(path.join(tmpdir(), "greenhouse-test-"));
  // The mode of the system's folder, because some tests run programs as another user.
  chmodSync(folder, 0o1777);
  process.env["TMPDIR"] = folder;
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
}

/** Whether the arguments select only tests that need no backend. */
function needNoBackend(jestArguments: readonly string[]): boolean {
  if (!jestArguments.some((argument) => /test\/(?:unit|simulation)/.test(argument))) return false;
  const { status, stdout } = spawnSync(process.execPath, [JEST, "--listTests", ...jestArguments], {
    cwd: fromRoot(),
    encoding: "utf8",
  });
  const files = stdout.split("\n").filter((line) => line !== "");
  const folders = ["test/unit", "test/simulation", "emulator/test/unit"].map(
    (name) => fromRoot(name) + path.sep,
  );
  const needsNone = (file: string): boolean => folders.some((folder) => file.startsWith(folder));
  return status === 0 && files.length > 0 && files.every(needsNone);
}

/** Resolves with jest's exit code. */
async function jest(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { child, ended } = run(process.execPath, [JEST, ...args], {
    cwd: fromRoot(),
    env: { ...process.env, ...env },
    stdio: "inherit",
  });
  beforeStopping(async () => {
    if (child.pid === undefined || child.exitCode !== null) return;
    // Tests start processes in their own groups. A suspended process must be continued before it
    // can receive the second signal.
    await signalTree(child.pid, "SIGCONT");
    await signalTree(child.pid, "SIGINT");
  });
  return (await ended) ?? 1;
}
