/**
 * npm run soak [-- <paths and options of jest>] runs the fault tests in their long
 * form, which takes an hour.
 *
 * npm run soak -- outputs [--long] [<cases>] shows what a board's output does
 * while everything around it fails, and prints a table. With --long the Wi-Fi
 * fails for an hour instead of three minutes. Cases are order, wifi, wifi-off,
 * page, functions, database, restart, people and limit.
 *
 * FUZZ_SEED repeats a run: each run prints its seed.
 */

import { runScript } from "./processes/run-node.ts";
import { runCommand } from "./processes/command.ts";
import { fromRoot } from "./stack/project.ts";

const OUTPUTS = "test/e2e/faults/outputs.thorough.test.ts";

await runCommand(async () => {
  const args = process.argv.slice(2);
  const { paths, env } = args[0] === "outputs" ? chooseOutputs(args.slice(1)) : chooseFaults(args);
  const tests = runScript([fromRoot("tools/dev/test.ts"), ...paths, "--verbose", "--runInBand"], {
    cwd: fromRoot(),
    env: { ...process.env, SOAK: "1", ...env },
    stdio: "inherit",
  });
  return (await tests.ended) ?? 1;
});

interface Chosen {
  /** Paths of tests, and options of jest. */
  readonly paths: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

function chooseFaults(args: readonly string[]): Chosen {
  const folder = args.some((argument) => argument.startsWith("test/")) ? [] : ["test/e2e/faults"];
  return { paths: [...folder, ...args], env: {} };
}

function chooseOutputs(args: readonly string[]): Chosen {
  const cases = args.filter((argument) => argument !== "--long");
  const env = {
    ...(args.includes("--long") && { OUTPUTS_OUTAGE_MINUTES: "60" }),
    ...(cases.length > 0 && { OUTPUTS_CASES: cases.join(",") }),
  };
  return { paths: [OUTPUTS], env };
}
