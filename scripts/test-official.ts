/**
 * `npm run test:official`: the suites that find their database through FIREBASE_DATABASE_EMULATOR_HOST, run on Google's
 * emulator. It is a Java program that firebase-tools downloads at its first use.
 */

import { spawnSync } from "node:child_process";
import { buildAll } from "./build.ts";
import { demoSecret } from "./stack/demo.ts";
import { functionsEnvironment } from "./stack/firebase.ts";
import { configuredPorts, HOST } from "./stack/ports.ts";
import { run } from "./stack/processes.ts";
import { runCommand } from "./stack/command.ts";
import { fromRoot, PROJECT } from "./stack/project.ts";
import { StackError } from "./stack/stack-error.ts";
import { functionsUrl } from "./stack/welcome.ts";

const JAVA_VERSION = 21;

/** What depends on the database that it is given; the embedded database's own suites have nothing to learn there. */
const SUITES = ["test/rules", "test/e2e/functions", "test/e2e/cli"];

await runCommand(async () => {
  const java = javaVersion();
  if (java === undefined || java < JAVA_VERSION) {
    const found = java === undefined ? "none was found" : `this is ${java}`;
    throw new StackError(
      `Google's emulator needs Java ${JAVA_VERSION} or newer; ${found}. \`npm test\` needs none.`,
    );
  }
  const ports = await configuredPorts();
  await buildAll();
  demoSecret();
  const args = process.argv.slice(2);
  const jest = [process.execPath, fromRoot("node_modules/jest/bin/jest.js"), ...SUITES, ...args];
  const tests = run(
    process.execPath,
    [
      fromRoot("node_modules/firebase-tools/lib/bin/firebase.js"),
      ...["emulators:exec", "--only", "database,functions,auth,hosting", "--project", PROJECT],
      jest.map((word) => JSON.stringify(word)).join(" "),
    ],
    {
      cwd: fromRoot(),
      env: {
        ...process.env,
        ...functionsEnvironment(`${HOST}:${ports.database}`),
        FUNCTIONS_URL: functionsUrl(ports),
      },
      stdio: "inherit",
    },
  );
  return (await tests.ended) ?? 1;
});

/** The major version of the installed Java; undefined where there is none. */
function javaVersion(): number | undefined {
  const { stderr, error } = spawnSync("java", ["-version"], { encoding: "utf8" });
  if (error !== undefined) return undefined;
  const [, major] = /version "(\d+)/.exec(stderr) ?? [];
  return major === undefined ? undefined : Number(major);
}
