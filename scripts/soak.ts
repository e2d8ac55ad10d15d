/**
 * `npm run soak`: the fault tests in their long form: 200 devices for minutes while connections break and processes
 * die, outages of a minute, 100,000 hostile requests. SOAK_MINUTES (3) says how long the load runs; FUZZ_SEED and
 * CHAOS_SEED repeat what a run has printed. It takes an hour. What follows `--` goes to jest, and paths replace the
 * whole: `npm run soak -- test/e2e/faults/chaos`.
 */

import { run } from "./stack/processes.ts";
import { runCommand } from "./stack/command.ts";
import { fromRoot } from "./stack/project.ts";

await runCommand(async () => {
  const given = process.argv.slice(2);
  const folder = given.some((each) => each.startsWith("test/")) ? [] : ["test/e2e/faults"];
  const jestArguments = [...folder, "--verbose", "--runInBand", ...given];
  const tests = run(process.execPath, [fromRoot("scripts/test.ts"), ...jestArguments], {
    cwd: fromRoot(),
    env: { ...process.env, SOAK: "1" },
    stdio: "inherit",
  });
  return (await tests.ended) ?? 1;
});
