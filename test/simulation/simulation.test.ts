/** A few fixed seeds keep every promise, and repeat exactly in another process. `npm run simulate` tries new seeds. */

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { bundleSimulation } from "./bundle";
import type { Given } from "./command";
import { PLANTED_BUGS } from "./planted-bugs";
import { fromRoot } from "../../tools/dev/stack/project.ts";

/** With faults, in each seed: short, because every run of the tests pays for it. */
const HOURS = 0.5;
/** Each seed has other faults (faults/faults.ts). */
const SEEDS = 2;
const SCENES = ["farms", "garden", "corrections"] as const;
/** A shorter run repeats the first seed of this scene. */
const REPEATED = "garden";

/** @throws Error with the whole output if a promise is broken */
async function run(
  program: string,
  scenes: NonNullable<Given["scenes"]>,
  maxSeeds: number,
): Promise<readonly string[]> {
  const given: Given = { scenes, firstSeed: 1, maxSeeds, hours: HOURS };
  const { stdout } = await promisify(execFile)(process.execPath, [program, JSON.stringify(given)]);
  return stdout.split("\n").filter((line) => line.startsWith("Seed "));
}

test("fixed seeds keep every promise, and repeat with the same trace", async () => {
  const program = await bundleSimulation("tests.mjs");
  const [all, again] = await Promise.all([
    run(program, SCENES, SEEDS),
    run(program, [REPEATED], 1),
  ]);
  expect(all).toHaveLength(SEEDS * SCENES.length);
  expect(new Set(all.map((line) => line.slice(line.indexOf(":")))).size).toBe(all.length);
  expect(again).toEqual(all.filter((line) => line.includes(`of ${REPEATED}`)).slice(0, 1));
});

test("each planted bug replaces code that is still there", () => {
  const stale = PLANTED_BUGS.filter(
    ({ file, code }) => !readFileSync(fromRoot(file), "utf8").includes(code),
  );
  expect(stale.map(({ name }) => name)).toEqual([]);
});
