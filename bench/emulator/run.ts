/** Measures the embedded database alone: `node bench/emulator/run.ts [--quick] [--firebase-server]`, after `npm run build`. */

import { runCommand } from "../../scripts/stack/command.ts";
import { page } from "../report.ts";
import { FULL, QUICK } from "../scenarios/effort.ts";
import { measureEmulator } from "../scenarios/emulator.ts";

await runCommand(async () => {
  const effort = process.argv.includes("--quick") ? QUICK : FULL;
  const started = performance.now();
  const section = await measureEmulator(effort, process.argv.includes("--firebase-server"));
  const seconds = Math.round((performance.now() - started) / 1000);
  process.stdout.write(page([`${seconds} seconds`], [section]));
  return 0;
});
