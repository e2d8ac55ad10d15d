/**
 * npm run simulate [-- <options>] runs simulated farms with new seeds for a minute:
 * the real functions, jobs, clients and rules in one process, with faults of
 * networks, processes and clocks. If a promise breaks, it prints the seed and
 * the events that lead to it. test/simulation/README.md explains it.
 *
 *   --seed <seed>     only this seed, such as 0x9f3a, with all its events
 *   --hours <hours>   with faults in each seed (4), before a calm hour
 *   --days <days>     with faults in each seed, instead of hours
 *   --seeds <count>   so many seeds, instead of a minute
 *   --scene <scene>   farms, garden or corrections, instead of all (test/simulation/README.md)
 *   --season <days>   a farm's outputs for so many days, and a table of what plans did (--seed: 1)
 *   --planted         plants known bugs one at a time, and says which seed finds each (--scene: only its bugs)
 */

import { randomInt } from "node:crypto";
import { readOptions, runCommand } from "./processes/command.ts";
import { run } from "./processes/processes.ts";
import { StackError } from "./processes/stack-error.ts";
import { fromRoot } from "./stack/project.ts";
import { PLANTED_BUGS } from "../../test/simulation/planted-bugs.ts";
import type { Given } from "../../test/simulation/command.ts";
import { bundleSimulation } from "../../test/simulation/bundle.ts";

const SECONDS = 60;
const SCENES = ["farms", "garden", "corrections"] as const;
const MAX_SEEDS_FOR_A_BUG = 200;
/** With faults, in each seed that looks for a planted bug. */
const HOURS_FOR_A_BUG = 2;
const HOURS_A_DAY = 24;
const FOUND = /^Seed (\S+) breaks a promise \((.+)\):$/m;

await runCommand(async () => {
  const { values } = readOptions("simulate", {
    seed: { type: "string" },
    hours: { type: "string" },
    days: { type: "string" },
    seeds: { type: "string" },
    scene: { type: "string" },
    season: { type: "string" },
    planted: { type: "boolean" },
  });
  if (values.planted === true) return plantAll(values.scene);
  const season = dayHours("--season", values.season);
  const hours = season ?? numberIn("--hours", values.hours) ?? dayHours("--days", values.days) ?? 4;
  const seed = numberIn("--seed", values.seed);
  const maxSeeds = numberIn("--seeds", values.seeds);
  const given: Given = {
    firstSeed: seed ?? (season === undefined ? randomInt(2 ** 31) : 1),
    ...(values.scene !== undefined && { scenes: [sceneIn(values.scene)] }),
    ...(season !== undefined
      ? { maxSeeds: 1, isSeason: true }
      : seed !== undefined
        ? { maxSeeds: 1, isVerbose: true }
        : maxSeeds !== undefined
          ? { maxSeeds }
          : { seconds: SECONDS }),
    hours,
    shrinks: true,
  };
  const program = await bundleSimulation("simulation.mjs");
  const running = run(process.execPath, [program, JSON.stringify(given)], {
    cwd: fromRoot(),
    stdio: "inherit",
  });
  return (await running.ended) ?? 1;
});

function dayHours(option: string, days: string | undefined): number | undefined {
  const count = numberIn(option, days);
  return count === undefined ? undefined : count * HOURS_A_DAY;
}

function numberIn(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text !== "" && value > 0) return value;
  throw new StackError(`${option} is ${text}, but must be a number above 0.`);
}

function sceneIn(text: string): (typeof SCENES)[number] {
  const scene = SCENES.find((name) => name === text);
  if (scene !== undefined) return scene;
  throw new StackError(`--scene is ${text}, but must be one of ${SCENES.join(", ")}.`);
}

/** Plants each bug. @returns the exit code: 1 if a bug was not found by its auditor */
async function plantAll(only: string | undefined): Promise<number> {
  let missed = 0;
  const bugs = PLANTED_BUGS.filter(({ scene = "farms" }) => only === undefined || scene === only);
  for (const bug of bugs) {
    const program = await bundleSimulation("planted.mjs", bug);
    const given: Given = {
      scenes: [bug.scene ?? "farms"],
      firstSeed: 1,
      maxSeeds: MAX_SEEDS_FOR_A_BUG,
      hours: HOURS_FOR_A_BUG,
    };
    const running = run(process.execPath, [program, JSON.stringify(given)], { cwd: fromRoot() });
    await running.ended;
    const [, seed, auditor] = FOUND.exec(running.output()) ?? [];
    if (auditor !== bug.auditor) missed += 1;
    const found = seed === undefined ? "not found" : `seed ${Number(seed)}, ${auditor}`;
    console.log(
      `${bug.name.padEnd(52)} ${found}${auditor === bug.auditor ? "" : ` (expected: ${bug.auditor})`}`,
    );
  }
  console.log(
    missed === 0 ? "Every planted bug was found." : `${missed} planted bugs were missed.`,
  );
  return missed === 0 ? 0 : 1;
}
