/** A few fixed seeds keep every promise, and repeat exactly in another process. `npm run simulate` tries new seeds. */

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { bundleSimulation } from "./bundle";
import type { Given } from "./command";

/** With faults, in each seed: short, because every run of the tests pays for it. */
const HOURS = 0.5;
/** Each seed has other faults (faults/faults.ts). */
const COUNT = 3;
const GIVEN: Given = { firstSeed: 1, maxSeeds: COUNT, hours: HOURS };

/** @throws Error with the whole output if a promise is broken */
async function run(program: string): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, JSON.stringify(GIVEN)]);
  return stdout.split("\n").filter((line) => line.startsWith("Seed "));
}

test("fixed seeds keep every promise, twice with the same trace", async () => {
  const program = await bundleSimulation("tests.mjs");
  const [first, second] = await Promise.all([run(program), run(program)]);
  expect(first).toHaveLength(COUNT);
  expect(new Set(first.map((line) => line.slice(line.indexOf(":")))).size).toBe(COUNT);
  expect(second).toEqual(first);
});
