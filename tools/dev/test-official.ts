/**
 * npm run test:official [-- <options of jest>] runs the tests of rules, functions
 * and command line on Google's emulator. The emulator needs Java 21 or newer. It
 * is downloaded at its first use.
 */

import { spawnSync } from "node:child_process";
import { buildAll } from "./build.ts";
import { demoSecret } from "./demo/demo.ts";
import { writeJobsSecrets } from "./stack/jobs-secrets.ts";
import { configuredPorts } from "./processes/ports.ts";
import { run } from "./processes/processes.ts";
import { runCommand } from "./processes/command.ts";
import { fromRoot, PROJECT } from "./stack/project.ts";
import { StackError } from "./processes/stack-error.ts";
import { functionsUrl } from "./stack/welcome.ts";

const JAVA_VERSION = 21;

/** The suites whose results depend on the database that is used. */
const SUITES = ["test/rules", "test/e2e/functions", "test/e2e/cli"];

await runCommand(async () => {
  const { stderr } = spawnSync("java", ["-version"], { encoding: "utf8" });
  const [, version] = /version "(\d+)/.exec(stderr) ?? [];
  if (version === undefined || Number(version) < JAVA_VERSION) {
    const found = version === undefined ? "none was found" : `this is ${version}`;
    throw new StackError(
      `Google's emulator needs Java ${JAVA_VERSION} or newer; ${found}. \`npm test\` works without Java.`,
    );
  }
  const ports = await configuredPorts();
  await buildAll();
  demoSecret();
  await writeJobsSecrets();
  const args = process.argv.slice(2);
  const jest = [process.execPath, fromRoot("node_modules/jest/bin/jest.js"), ...SUITES, ...args];
  const tests = run(
    process.execPath,
    [
      fromRoot("node_modules/firebase-tools/lib/bin/firebase.js"),
      "emulators:exec",
      "--only",
      "database,functions,auth,hosting",
      "--project",
      PROJECT,
      jest.map((word) => JSON.stringify(word)).join(" "),
    ],
    {
      cwd: fromRoot(),
      env: {
        ...process.env,
        FUNCTIONS_URL: functionsUrl(ports),
      },
      stdio: "inherit",
    },
  );
  return (await tests.ended) ?? 1;
});
