/**
 * npm run soak [-- <paths and options of jest>] runs the fault tests in their long
 * form, which takes an hour.
 *
 * FUZZ_SEED repeats a run: each run prints its seed.
 */

import { runScript } from "./processes/run-node.ts";
import { runCommand } from "./processes/command.ts";
import { fromRoot } from "./stack/project.ts";

await runCommand(async () => {
  const args = process.argv.slice(2);
  const paths = args.some((argument) => argument.startsWith("test/")) ? [] : ["test/e2e/faults"];
  const options = ["--thorough", "--verbose", "--runInBand"];
  const command = [fromRoot("tools/dev/test.ts"), ...paths, ...args, ...options];
  const tests = runScript(command, {
    cwd: fromRoot(),
    env: { ...process.env, SOAK: "1" },
    stdio: "inherit",
  });
  return (await tests.ended) ?? 1;
});
