/** The program that `npm run simulate` and the tests bundle and start (bundle.ts). Its argument is JSON: `Given`. */

import { DAY_MS, HOUR_MS } from "@greenhouse/domain/time";
import { faultsIn } from "./faults/faults";
import { describe, nameOf, withFewestFaults } from "./report";
import { simulate, type Outcome } from "./run";
import { SeasonReport } from "./season-report";
import { SCENES, type SceneName } from "./scenes/scenes";

export interface Given {
  readonly firstSeed: number;
  /** Ends after so many seeds; undefined: only after `seconds`. */
  readonly maxSeeds?: number;
  readonly seconds?: number;
  /** Each seed runs all of them. Absent: farms and garden. */
  readonly scenes?: readonly SceneName[];
  /** With faults, in each seed. */
  readonly hours: number;
  /** Prints the faults and every event. */
  readonly isVerbose?: boolean;
  /** Repeats a seed that breaks a promise with fewer faults. */
  readonly shrinks?: boolean;
  /** Shows each day and, in the end, what plans did. Ends only after some violations. */
  readonly isSeason?: boolean;
}

const begunMs = performance.now();
/** Violations after which a season ends. */
const MAX_VIOLATIONS = 20;
const sums = { seeds: 0, simulatedMs: 0, readings: 0 };

function summary(): string {
  const seconds = (performance.now() - begunMs) / 1_000;
  const speed = Math.round(sums.simulatedMs / 1_000 / seconds);
  return (
    `${sums.seeds} ${sums.seeds === 1 ? "seed" : "seeds"}, ` +
    `${(sums.simulatedMs / DAY_MS).toFixed(2)} days simulated in ${seconds.toFixed(0)} s ` +
    `(${speed.toLocaleString("en")} times real time), ${sums.readings.toLocaleString("en")} readings, ` +
    `${Math.round(sums.readings / seconds)} a second`
  );
}

async function runSeed(
  scene: SceneName,
  seed: number,
  { hours, isVerbose, shrinks }: Given,
): Promise<boolean> {
  const onLine = (line: string): void => console.log(line);
  const outcome = await simulate(SCENES[scene], seed, {
    hours,
    ...(isVerbose === true && { onLine }),
  });
  sums.seeds += 1;
  sums.simulatedMs += outcome.simulatedMs;
  sums.readings += outcome.readings;
  if (isVerbose === true) console.log(`Faults: ${faultsIn(outcome.faults).join(", ")}`);
  console.log(lineOf(scene, outcome));
  if (outcome.violations.length === 0) return true;
  const smaller = shrinks === true ? await withFewestFaults(outcome, scene, { hours }) : undefined;
  console.log(describe(scene, smaller?.outcome ?? outcome, smaller?.needed));
  return false;
}

/** Two runs of the same seed have the same line. */
function lineOf(scene: SceneName, { seed, simulatedMs, readings, digest }: Outcome): string {
  const hours = (simulatedMs / HOUR_MS).toFixed(1);
  return `Seed ${nameOf(seed)} of ${scene}: ${hours} hours, ${readings} readings, digest ${digest} of the trace`;
}

async function runSeason(seed: number, { hours, isVerbose }: Given): Promise<boolean> {
  let report: SeasonReport | undefined;
  const outcome = await simulate(SCENES.season, seed, {
    hours,
    maxViolations: MAX_VIOLATIONS,
    ...(isVerbose === true && { onLine: (line: string) => console.log(line) }),
    onStart: (simulation) => (report = new SeasonReport(simulation)),
    onDay: (day) => {
      const seconds = Math.round((performance.now() - begunMs) / 1_000);
      console.log(`Day ${day} of ${hours / 24}, after ${seconds} s`);
    },
  });
  sums.seeds += 1;
  sums.simulatedMs += outcome.simulatedMs;
  sums.readings += outcome.readings;
  console.log(lineOf("season", outcome));
  console.log(report?.table(outcome.violations.length));
  for (const { auditor, what } of outcome.violations) console.log(`${auditor}: ${what}`);
  console.log(describe("season", outcome));
  return outcome.violations.length === 0;
}

async function main(given: Given): Promise<void> {
  const {
    scenes = ["farms", "garden", "corrections"],
    firstSeed,
    maxSeeds = Infinity,
    seconds = Infinity,
  } = given;
  let isFine = true;
  for (let seed = firstSeed; isFine && seed < firstSeed + maxSeeds; seed += 1) {
    if (performance.now() - begunMs > seconds * 1_000) break;
    if (given.isSeason === true) isFine = await runSeason(seed, given);
    else for (const scene of scenes) isFine &&= await runSeed(scene, seed, given);
  }
  console.log(`${isFine ? "No promise broken" : "A promise is broken"}: ${summary()}.`);
  process.exitCode = isFine ? 0 : 1;
}

void main(JSON.parse(process.argv[2] ?? "") as Given);
