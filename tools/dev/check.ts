/**
 * npm run check [-- <options>] checks format, lint, types, prose and whether the
 * generated files follow from the code, all at once. If nothing
 * failed, it runs the tests. The last line counts what passed.
 *
 *   --all             run the tests after the other checks, whatever they find
 *   --thorough        run all tests, as `npm run test:all` does
 *   --no-tests        leave the tests out
 */

import { readFileSync, rmSync } from "node:fs";
import { runScript } from "./processes/run-node.ts";
import { readOptions, runCommand } from "./processes/command.ts";
import { fromRoot } from "./stack/project.ts";

const RESULTS = fromRoot(".data/test-results.json");

const SOURCES = {
  format: ["node_modules/prettier/bin/prettier.cjs", "--check", "--log-level", "warn", "."],
  lint: ["node_modules/oxlint/bin/oxlint"],
  types: ["node_modules/typescript/bin/tsc", "-b"],
  "generated files": ["tools/dev/generate.ts", "--check"],
  prose: ["tools/dev/prose.ts"],
} as const;
const TESTS = ["tools/dev/test.ts", "--json", `--outputFile=${RESULTS}`];

await runCommand(async () => {
  const { values } = readOptions("check", {
    all: { type: "boolean" },
    thorough: { type: "boolean" },
    "no-tests": { type: "boolean" },
  });
  const { all = false, thorough = false, "no-tests": hasNoTests = false } = values;
  const results = await Promise.all(
    Object.entries(SOURCES).map(([name, command]) => passes(name, command)),
  );
  // Not beside the other checks: on a machine with few cores, tests would wait for answers in vain.
  const isStarted = !hasNoTests && (all || !results.includes(false));
  const tests = isStarted ? await countTests(thorough) : { passed: 0, failed: 0 };
  const passed = results.filter((isPassed) => isPassed).length + tests.passed;
  const failed = results.filter((isPassed) => !isPassed).length + tests.failed;
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});

async function passes(name: string, command: readonly string[]): Promise<boolean> {
  console.log(`Checking ${name} …`);
  return (await runScript(command, { cwd: fromRoot(), stdio: "inherit" }).ended) === 0;
}

interface Counts {
  readonly passed: number;
  readonly failed: number;
}

async function countTests(isThorough: boolean): Promise<Counts> {
  rmSync(RESULTS, { force: true });
  const isPassed = await passes("tests", isThorough ? [...TESTS, "--thorough"] : TESTS);
  const { passed, failed } = readCounts();
  // It can also fail without a failing test: a leak, a crash at its end.
  return { passed, failed: isPassed ? failed : Math.max(failed, 1) };
}

/** Of jest's results; one failure when there are none. */
function readCounts(): Counts {
  try {
    const results = JSON.parse(readFileSync(RESULTS, "utf8")) as Readonly<Record<string, number>>;
    const {
      numPassedTests: passed = 0,
      numFailedTests = 0,
      numRuntimeErrorTestSuites = 0,
    } = results;
    const failed = numFailedTests + numRuntimeErrorTestSuites;
    return { passed, failed: passed === 0 ? Math.max(failed, 1) : failed };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
