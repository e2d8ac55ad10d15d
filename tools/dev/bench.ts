/**
 * npm run bench [-- <options> <scenarios>] measures the functions, the embedded
 * database and the page, and prints a report with targets and results.
 * Scenarios are throughput, latency, cold-start, round-trips, memory, emulator,
 * page and long-use, which takes 50 minutes. With names of scenarios, only these
 * run.
 *
 *   --quick            Shows in a few minutes that everything works. Its figures
 *                      mean little.
 *   --report <file>    Also writes the report to a file.
 *   --beside <commit>  Also measures the functions of an earlier commit, built
 *                      with the packages of this one.
 *
 * FIREBASE_DATABASE_EMULATOR_HOST=host:port chooses another database for the
 * functions.
 */

import { writeFileSync } from "node:fs";
import { FULL, QUICK } from "../bench/effort.ts";
import type { Bench } from "../bench/effort.ts";
import { openDatabase } from "../bench/processes/database.ts";
import { describeMachine, page } from "../bench/report.ts";
import type { Section } from "../bench/report.ts";
import { measureColdStart } from "../bench/scenarios/cold-start.ts";
import { measureEmulator } from "../bench/scenarios/emulator.ts";
import { measureLatency } from "../bench/scenarios/latency.ts";
import { measureLongUse } from "../bench/scenarios/long-use.ts";
import { measureMemory } from "../bench/scenarios/memory.ts";
import { measurePage } from "../bench/scenarios/page.ts";
import { measureRoundTrips } from "../bench/scenarios/round-trips.ts";
import { measureThroughput } from "../bench/scenarios/throughput.ts";
import { buildSubjects } from "../bench/subjects.ts";
import { buildAll } from "./build.ts";
import { readOptions, runCommand } from "./processes/command.ts";

const SCENARIOS = new Map<string, (bench: Bench) => Promise<Section>>([
  ["throughput", measureThroughput],
  ["latency", measureLatency],
  ["cold-start", measureColdStart],
  ["round-trips", measureRoundTrips],
  ["memory", measureMemory],
  ["emulator", measureEmulator],
  ["page", measurePage],
  ["long-use", measureLongUse],
]);

await runCommand(async () => {
  const startedMs = performance.now();
  const { values, positionals } = readOptions(
    "bench",
    { quick: { type: "boolean" }, beside: { type: "string" }, report: { type: "string" } },
    [...SCENARIOS.keys()],
  );
  const effort = values.quick === true ? QUICK : FULL;
  const isWhole = positionals.length === 0;
  console.log("Building …");
  await buildAll();
  const earlier = await buildSubjects(values.beside);
  const database = await openDatabase();
  const sections: Section[] = [];
  for (const [name, measure] of SCENARIOS) {
    if (!isWhole && !positionals.includes(name)) continue;
    console.log(`Measuring ${name} …`);
    sections.push(await measure({ effort, earlier, databaseAddress: database.address }));
  }
  await database.stop();
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  const options = values.beside === undefined ? "" : ` -- --beside ${values.beside}`;
  const run = `\`npm run bench${options}\` in ${seconds} seconds`;
  const text = page(describeMachine(run, database.name, effort), sections);
  console.log(`\n${text}`);
  if (values.report !== undefined) writeFileSync(values.report, text);
  return 0;
});
