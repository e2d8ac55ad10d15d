/**
 * npm run soak [-- <paths and options of jest>] runs the fault tests in their long
 * form, which takes an hour.
 *
 * SOAK_MINUTES (3) sets the duration of the load. FUZZ_SEED and CHAOS_SEED repeat
 * a run: each run prints its seeds.
 */

import { runScript } from "./stack/run-node.ts";
import { runCommand } from "./stack/command.ts";
import { fromRoot } from "./stack/project.ts";

await runCommand(async () => {
  const given = process.argv.slice(2);
  const folder = given.some((each) => each.startsWith("test/")) ? [] : ["test/e2e/faults"];
  const jestArguments = [...folder, "--verbose", "--runInBand", ...given];
  const tests = runScript([fromRoot("scripts/test.ts"), ...jestArguments], {
    cwd: fromRoot(),
    env: { ...process.env, SOAK: "1" },
    stdio: "inherit",
  });
  return (await tests.ended) ?? 1;
});
