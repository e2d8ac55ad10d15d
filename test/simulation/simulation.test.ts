/** A few fixed seeds keep every promise, and repeat exactly in another process. `npm run simulate` tries new seeds. */

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { bundleSimulation } from "./bundle";
import type { Given } from "./command";
import { ALL_ON, faultsIn } from "./faults/faults";
import { PLANTED_BUGS } from "./planted-bugs";
import { fromRoot } from "../../tools/dev/stack/project.ts";

/** Short, because every run of the tests pays for it. */
const HOURS = 0.5;
/** Chosen so that the runs have every fault together. */
const FIRST_SEED = 217;

/** @throws Error with the whole output if a promise is broken */
async function run(
  program: string,
  scenes: NonNullable<Given["scenes"]>,
  maxSeeds: number,
): Promise<readonly string[]> {
  const given: Given = { scenes, firstSeed: FIRST_SEED, maxSeeds, hours: HOURS };
  const { stdout } = await promisify(execFile)(process.execPath, [program, JSON.stringify(given)]);
  return stdout.split("\n").filter((line) => line.startsWith("Seed "));
}

test("fixed seeds with every fault keep every promise, and repeat with the same trace", async () => {
  const program = await bundleSimulation("tests.mjs");
  const [all, [again, next = ""]] = await Promise.all([
    run(program, ["farms", "garden", "corrections"], 1),
    run(program, ["garden"], 2),
  ]);
  expect(all).toHaveLength(3);
  expect(again).toBe(all.find((line) => line.includes("of garden")));
  const faults = [...all, next].flatMap((line) => line.split("faults: ")[1]?.split(", ") ?? []);
  expect(new Set(faults)).toEqual(new Set(faultsIn(ALL_ON)));
});

test("each planted bug replaces code that is still there", () => {
  const stale = PLANTED_BUGS.filter(
    ({ file, code }) => !readFileSync(fromRoot(file), "utf8").includes(code),
  );
  expect(stale.map(({ name }) => name)).toEqual([]);
});
