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
const elapsedSeconds = (): number => (performance.now() - begunMs) / 1_000;
const USUAL_SCENES = ["farms", "garden", "corrections"] as const;
/** Violations after which a season ends. */
const MAX_VIOLATIONS = 20;
const sums = { seeds: 0, simulatedMs: 0, readings: 0 };

function summary(): string {
  const speed = Math.round(sums.simulatedMs / 1_000 / elapsedSeconds());
  return (
    `${sums.seeds} ${sums.seeds === 1 ? "seed" : "seeds"}, ` +
    `${(sums.simulatedMs / DAY_MS).toFixed(2)} days simulated in ${elapsedSeconds().toFixed(0)} s ` +
    `(${speed.toLocaleString("en")} times real time), ${sums.readings.toLocaleString("en")} readings, ` +
    `${Math.round(sums.readings / elapsedSeconds())} a second`
  );
}

/** @returns whether every promise was kept */
async function runSeed(scene: SceneName, seed: number, given: Given): Promise<boolean> {
  const { hours, isVerbose = false, shrinks = false, isSeason = false } = given;
  let report: SeasonReport | undefined;
  const outcome = await simulate(SCENES[scene], seed, {
    hours,
    ...(isVerbose && { onLine: (line: string) => console.log(line) }),
    ...(isSeason && {
      maxViolations: MAX_VIOLATIONS,
      onStart: (simulation) => (report = new SeasonReport(simulation)),
      onDay: (day) =>
        console.log(`Day ${day} of ${hours / 24}, after ${elapsedSeconds().toFixed(0)} s`),
    }),
  });
  sums.seeds += 1;
  sums.simulatedMs += outcome.simulatedMs;
  sums.readings += outcome.readings;
  console.log(lineOf(scene, outcome));
  if (report !== undefined) console.table(report.table());
  if (outcome.violations.length === 0) return true;
  if (isSeason)
    for (const { auditor, what } of outcome.violations) console.log(`${auditor}: ${what}`);
  const smaller =
    shrinks && !isSeason ? await withFewestFaults(outcome, scene, { hours }) : undefined;
  console.log(describe(scene, smaller?.outcome ?? outcome, smaller?.needed));
  return false;
}

/** Two runs of the same seed have the same line. */
function lineOf(scene: SceneName, outcome: Outcome): string {
  const { seed, simulatedMs, readings, digest, faults } = outcome;
  const hours = (simulatedMs / HOUR_MS).toFixed(1);
  return (
    `Seed ${nameOf(seed)} of ${scene}: ${hours} hours, ${readings} readings, ` +
    `digest ${digest} of the trace, faults: ${faultsIn(faults).join(", ")}`
  );
}

async function main(given: Given): Promise<void> {
  const { firstSeed, maxSeeds = Infinity, seconds = Infinity } = given;
  const { isSeason = false, scenes = isSeason ? ["season"] : USUAL_SCENES } = given;
  let isFine = true;
  for (let seed = firstSeed; isFine && seed < firstSeed + maxSeeds; seed += 1) {
    if (elapsedSeconds() > seconds) break;
    for (const scene of scenes) isFine &&= await runSeed(scene, seed, given);
  }
  console.log(`${isFine ? "No promise broken" : "A promise is broken"}: ${summary()}.`);
  process.exitCode = isFine ? 0 : 1;
}

void main(JSON.parse(process.argv[2] ?? "") as Given);
