/** `npm run test:sdk`: a suite finds the database, its failure fails the command, and missing files are named. */

import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { EMULATOR } from "../support/packages";
import { useTemporaryFolder } from "../../testing/temporary-folder";

const SCRIPT = path.join(EMULATOR, "scripts/test-sdk.mjs");
const checkout = useTemporaryFolder();

/** Replaces mocha: the suite reads once. */
const MOCHA = `
const { FIREBASE_DATABASE_EMULATOR_HOST: database, FIREBASE_EMULATOR_HUB: hub } = process.env;
(async () => {
  const { database: { host, port } } = await (await fetch("http://" + hub + "/emulators")).json();
  const read = await (await fetch("http://" + database + "/x.json?ns=any")).text();
  console.log("read", read, host + ":" + port === database, process.cwd().endsWith("geofire"));
  process.exitCode = 3;
})();`;

function testSdk(...args: readonly string[]): { status: number | null; lines: string[] } {
  const command = [SCRIPT, ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: "utf8" });
  return { status, lines: `${stdout}${stderr}`.trim().split("\n") };
}

function add(name: string, text: string): void {
  const file = path.join(checkout(), name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

it("runs a suite in its folder, and exits with its code", () => {
  add("packages/geofire/test/any.test.ts", "");
  add("node_modules/mocha/bin/_mocha", MOCHA);
  const { status, lines } = testSdk("geofire", "--checkout", checkout());
  expect([status, lines.at(-1)]).toEqual([3, "read null true true"]);
});

it("names missing files and packages", () => {
  expect(testSdk().lines[0]).toBe("Name a suite and its checkout.");
  const run = () => testSdk("database", "--checkout", checkout());
  const folder = path.join(checkout(), "packages/database/test");
  expect(run()).toEqual({
    status: 1,
    lines: [`There are no tests in ${folder}. Check --checkout.`],
  });
  add("packages/database/test/any.test.ts", "");
  const command = "cp config/ci.config.json config/project.json";
  expect(run().lines).toEqual([
    `config/project.json is missing. Run this in ${checkout()}: ${command}`,
  ]);
  add("config/project.json", "{}");
  expect(run().lines).toEqual([`mocha is missing. Install the packages of ${checkout()}.`]);
});
