/**
 * `npm run bench`: measures the functions beside what their users would build otherwise, and the embedded database, and
 * writes docs/performance.md. `-- --quick` shows in a minute or two that everything works, and writes nothing;
 * `--million` watches the memory over a million sensors; `--firebase-server` sets firebase-server beside the embedded
 * database, and installs it for that. FIREBASE_DATABASE_EMULATOR_HOST chooses another database for the functions.
 */

import { writeFileSync } from "node:fs";
import { measureEmulator } from "../bench/scenarios/emulator.ts";
import { FULL, MILLION, QUICK } from "../bench/scenarios/effort.ts";
import { measureFunctions } from "../bench/scenarios/functions.ts";
import { describeMachine } from "../bench/machine.ts";
import { page } from "../bench/report.ts";
import { buildSubjects } from "../bench/stack/subjects.ts";
import { buildAll } from "./build.ts";
import { runCommand } from "./stack/command.ts";
import { fromRoot } from "./stack/project.ts";

await runCommand(async () => {
  const started = performance.now();
  const isQuick = process.argv.includes("--quick");
  const effort = isQuick ? QUICK : FULL;
  const isMillion = process.argv.includes("--million");
  console.log("Building …");
  await buildAll();
  await buildSubjects();
  const functions = await measureFunctions(
    isMillion ? { ...effort, distinctSensors: MILLION } : effort,
    (what) => console.log(`Measuring: ${what} …`),
  );
  console.log("Measuring: the embedded database …");
  const emulator = await measureEmulator(effort, process.argv.includes("--firebase-server"));
  const seconds = Math.round((performance.now() - started) / 1000);
  const facts = describeMachine(functions.database, effort, new Date(), seconds);
  const text = page(facts, [...functions.sections, emulator]);
  console.log(`\n${text}`);
  if (!isQuick) writeFileSync(fromRoot("docs/performance.md"), text);
  return 0;
});
