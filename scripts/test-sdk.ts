/**
 * npm run test:sdk -- <suite> --checkout <folder> runs a suite that others wrote
 * on the embedded database. It fetches nothing: the folder is a checkout of the
 * suite's repository, with its packages installed.
 *
 *   database          the web SDK's own: firebase/firebase-js-sdk
 *   database-compat   the same for the API of before version 9
 *   admin             firebase/firebase-admin-node, built
 *   geofire           firebase/geofire-js
 *   rxfire            FirebaseExtended/rxfire, built
 *
 *   --no-build        run the embedded database as it was built last
 */

import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { buildEmulator } from "../emulator/scripts/build.mjs";
import { readOptions, runCommand } from "./stack/command.ts";
import { startDatabase } from "./stack/database.ts";
import { helpOf } from "./stack/help.cjs";
import { HOST } from "./stack/ports.ts";
import { beforeStopping, run } from "./stack/processes.ts";
import { StackError } from "./stack/stack-error.ts";

/** The test runners' programs, in their different versions. */
const RUNNERS = {
  mocha: ["mocha/bin/mocha.js", "mocha/bin/_mocha"],
  jest: ["jest/bin/jest.js"],
} as const;

interface Suite {
  /** Where it runs, below the checkout. */
  readonly folder: string;
  /** Required paths below the checkout, and the command that creates each. */
  readonly needs: Readonly<Record<string, string>>;
  readonly runner: keyof typeof RUNNERS;
  readonly args: readonly string[];
  /** Its rules file, below the checkout. */
  readonly rules?: string;
  /** The variables that name the database to the suite. */
  readonly environment: (port: string) => Readonly<Record<string, string>>;
}

const WEB_SDK: Omit<Suite, "folder"> = {
  needs: { "config/project.json": "cp config/ci.config.json config/project.json" },
  runner: "mocha",
  args: [
    ...["test/{,!(browser)/**/}*.test.ts", "--file", "src/index.node.ts"],
    // This configuration retries failed tests: a comment in one of them says that it depends on the tests' order.
    ...["--config", "../../config/mocharc.node.js"],
  ],
  environment: (port) => ({ RTDB_EMULATOR_PORT: port, RTDB_EMULATOR_NAMESPACE: "sdk" }),
};

const byEnvironment: Suite["environment"] = (port) => ({
  FIREBASE_DATABASE_EMULATOR_HOST: `${HOST}:${port}`,
  GCLOUD_PROJECT: "demo-sdk",
});

const SUITES: Readonly<Record<string, Suite>> = {
  database: { folder: "packages/database", ...WEB_SDK },
  "database-compat": { folder: "packages/database-compat", ...WEB_SDK },
  admin: {
    folder: ".",
    needs: { "lib/database/index.js": "npm run build" },
    runner: "mocha",
    args: [
      ...["test/integration/{setup,database.spec}.ts", "--require", "ts-node/register"],
      ...["--timeout", "20000", "--exit"],
    ],
    environment: byEnvironment,
  },
  geofire: {
    folder: "packages/geofire",
    needs: {},
    runner: "mocha",
    args: [
      ...["--require", "ts-node/register", "--require", "jsdom-global/register"],
      ...["--timeout", "30000", "--exit", "test/**/*.test.ts"],
    ],
    environment: byEnvironment,
  },
  rxfire: {
    folder: ".",
    needs: { "dist/database": "npm run build" },
    runner: "jest",
    args: ["test/database.test.ts"],
    rules: "test/database.rules.json",
    environment: byEnvironment,
  },
};

await runCommand(async () => {
  const { positionals, values } = readOptions(
    "test-sdk",
    { checkout: { type: "string" }, "no-build": { type: "boolean" } },
    Object.keys(SUITES),
  );
  const suite = SUITES[positionals[0] ?? ""];
  if (suite === undefined || values.checkout === undefined) {
    throw new StackError(`Name a suite and its checkout.\n\n${helpOf("test-sdk")}`);
  }
  const checkout = path.resolve(values.checkout);
  const runner = runnerOf(suite, checkout);
  if (values["no-build"] !== true) await buildEmulator();
  const rules = suite.rules === undefined ? [] : ["--rules", path.join(checkout, suite.rules)];
  const { address } = await startDatabase(rules);
  const port = new URL(`http://${address}`).port;
  const tests = run(process.execPath, [runner, ...suite.args], {
    cwd: path.join(checkout, suite.folder),
    env: {
      ...process.env,
      // Suites older than Node's TypeScript support compile TypeScript themselves.
      NODE_OPTIONS: "--no-experimental-strip-types --no-experimental-require-module",
      TS_NODE_FILES: "true",
      TS_NODE_LOG_ERROR: "true",
      TS_NODE_COMPILER_OPTIONS: '{"module":"commonjs"}',
      FIREBASE_EMULATOR_HUB: await startHub(Number(port)),
      ...suite.environment(port),
    },
    stdio: "inherit",
  });
  return (await tests.ended) ?? 1;
});

/** @throws StackError if something is missing */
function runnerOf({ folder, needs, runner }: Suite, checkout: string): string {
  const test = path.join(checkout, folder, "test");
  if (!existsSync(test)) {
    throw new StackError(`There are no tests in ${test}: --checkout is not what it should be.`);
  }
  const [missing] = Object.entries(needs).filter(
    ([name]) => !existsSync(path.join(checkout, name)),
  );
  if (missing !== undefined) {
    throw new StackError(`${missing[0]} is missing. Run this in ${checkout}: ${missing[1]}`);
  }
  const found = [folder, "."]
    .flatMap((at) => RUNNERS[runner].map((file) => path.join(checkout, at, "node_modules", file)))
    .find((file) => existsSync(file));
  if (found !== undefined) return found;
  throw new StackError(`${runner} is missing. Install the packages of ${checkout}.`);
}

/** A replacement for firebase-tools' hub, from which suites get the database's address. @returns the hub's address */
async function startHub(port: number): Promise<string> {
  const hub = createServer((_, response) => {
    const database = { name: "database", host: HOST, port };
    const others = { auth: database, firestore: database, storage: database, functions: database };
    response.end(JSON.stringify({ database, ...others }));
  });
  await new Promise<void>((resolve) => hub.listen(0, HOST, resolve));
  beforeStopping(() => {
    hub.close();
    return Promise.resolve();
  });
  return `${HOST}:${(hub.address() as AddressInfo).port}`;
}
