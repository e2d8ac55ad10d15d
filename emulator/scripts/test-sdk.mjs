/**
 * npm run test:sdk -- <suite> --checkout <folder> runs the tests of another
 * project on the emulator. The script downloads nothing: the folder must be a
 * checkout of the project's repository with its packages installed. The suites:
 *
 *   database          the web SDK's own: firebase/firebase-js-sdk
 *   database-compat   the same for the API of before version 9
 *   admin             firebase/firebase-admin-node, built
 *   geofire           firebase/geofire-js
 *   rxfire            FirebaseExtended/rxfire, built
 */

import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import path from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";

/** The test runners' programs, in their different versions. */
const RUNNERS = {
  mocha: ["mocha/bin/mocha.js", "mocha/bin/_mocha"],
  jest: ["jest/bin/jest.js"],
};

/**
 * @typedef {object} Suite
 * @property {string} folder where the suite runs, relative to the checkout
 * @property {Readonly<Record<string, string>>} needs required paths, with the command that creates each path
 * @property {keyof typeof RUNNERS} runner
 * @property {readonly string[]} args
 * @property {string} [rules] the rules file, relative to the checkout
 * @property {(port: number) => Readonly<Record<string, string>>} environment variables that name the database
 */

/** @satisfies {Omit<Suite, "folder">} */
const WEB_SDK = {
  needs: { "config/project.json": "cp config/ci.config.json config/project.json" },
  runner: /** @type {const} */ ("mocha"),
  args: [
    "test/{,!(browser)/**/}*.test.ts",
    "--file",
    "src/index.node.ts",
    // This configuration retries failed tests. A comment in one of the tests says that it depends on their order.
    "--config",
    "../../config/mocharc.node.js",
  ],
  environment: (/** @type {number} */ port) => ({
    RTDB_EMULATOR_PORT: String(port),
    RTDB_EMULATOR_NAMESPACE: "sdk",
  }),
};

/** @type {Suite["environment"]} */
const byEnvironment = (port) => ({
  FIREBASE_DATABASE_EMULATOR_HOST: `127.0.0.1:${port}`,
  GCLOUD_PROJECT: "demo-sdk",
});

/** @type {Readonly<Record<string, Suite>>} */
const SUITES = {
  database: { folder: "packages/database", ...WEB_SDK },
  "database-compat": { folder: "packages/database-compat", ...WEB_SDK },
  admin: {
    folder: ".",
    needs: { "lib/database/index.js": "npm run build" },
    runner: "mocha",
    args: [
      "test/integration/setup.ts",
      "test/integration/database.spec.ts",
      "--require",
      "ts-node/register",
      "--timeout",
      "20000",
      "--exit",
    ],
    environment: byEnvironment,
  },
  geofire: {
    folder: "packages/geofire",
    needs: {},
    runner: "mocha",
    args: [
      "--require",
      "ts-node/register",
      "--require",
      "jsdom-global/register",
      "--timeout",
      "30000",
      "--exit",
      "test/**/*.test.ts",
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

/** @param {string} line @returns {never} */
function fail(line) {
  console.error(line);
  process.exit(1);
}

function help() {
  const [, comment = ""] = /^\/\*\*\n([^]*?)\n \*\//.exec(readFileSync(SELF, "utf8")) ?? [];
  return comment.replace(/^ \* ?/gm, "");
}

/** Returns the test runner's file. Fails if something is missing. @param {Suite} suite @param {string} checkout */
function runnerOf({ folder, needs, runner }, checkout) {
  const test = path.join(checkout, folder, "test");
  if (!existsSync(test)) {
    fail(`There are no tests in ${test}. Check --checkout.`);
  }
  const [missing] = Object.entries(needs).filter(
    ([name]) => !existsSync(path.join(checkout, name)),
  );
  if (missing !== undefined) {
    fail(`${missing[0]} is missing. Run this in ${checkout}: ${missing[1]}`);
  }
  const found = [folder, "."]
    .flatMap((at) => RUNNERS[runner].map((file) => path.join(checkout, at, "node_modules", file)))
    .find((file) => existsSync(file));
  return found ?? fail(`${runner} is missing. Install the packages of ${checkout}.`);
}

/** Replaces firebase-tools' hub, from which suites get the database's address. @param {number} port */
async function startHub(port) {
  const hub = createServer((_, response) => {
    const database = { name: "database", host: "127.0.0.1", port };
    const others = { auth: database, firestore: database, storage: database, functions: database };
    response.end(JSON.stringify({ database, ...others }));
  });
  await new Promise((resolve) => hub.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = /** @type {import("node:net").AddressInfo} */ (hub.address());
  return { address: `127.0.0.1:${address.port}`, close: () => hub.close() };
}

const SELF = import.meta.filename;
/** npm runs scripts in the package's folder. */
const CALLED_IN = process.env["INIT_CWD"] ?? process.cwd();
const { values, positionals } = parseArgs({
  options: { checkout: { type: "string" }, help: { type: "boolean" } },
  allowPositionals: true,
});
if (values.help === true) {
  console.log(help());
  process.exit(0);
}
const suite = SUITES[positionals[0] ?? ""];
if (suite === undefined || values.checkout === undefined) {
  fail(`Name a suite and its checkout.\n\n${help()}`);
}
const checkout = path.resolve(CALLED_IN, values.checkout);
const runner = runnerOf(suite, checkout);
/** @type {typeof import("../src/index.ts")} */
// oxlint-disable-next-line typescript/no-unsafe-assignment -- the built sources
const { start } = createRequire(import.meta.url)("../dist/index.js");
const emulator = await start({
  port: 0,
  rulesFile: suite.rules === undefined ? undefined : path.join(checkout, suite.rules),
});
const hub = await startHub(emulator.port);
const tests = spawn(process.execPath, [runner, ...suite.args], {
  cwd: path.join(checkout, suite.folder),
  env: {
    ...process.env,
    // Suites older than Node's TypeScript support compile TypeScript themselves.
    ...(process.features.typescript && {
      NODE_OPTIONS: "--no-experimental-strip-types --no-experimental-require-module",
    }),
    TS_NODE_FILES: "true",
    TS_NODE_LOG_ERROR: "true",
    TS_NODE_COMPILER_OPTIONS: '{"module":"commonjs"}',
    FIREBASE_EMULATOR_HUB: hub.address,
    ...suite.environment(emulator.port),
  },
  stdio: "inherit",
});
// Ctrl-C reaches the suite, too. The emulator stops after the suite.
process.on("SIGINT", () => undefined);
tests.on("exit", (code) => {
  process.exitCode = code ?? 1;
  hub.close();
  void emulator.stop();
});
