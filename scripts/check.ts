/**
 * npm run check [-- <options>] checks format, lint and types at the same time,
 * and then the tests, if nothing failed. The last line counts what passed.
 *
 *   --all             go on to the tests after a failure
 *   --no-tests        leave the tests out
 */

import { readFileSync, rmSync } from "node:fs";
import { runScript } from "./stack/run-node.ts";
import { readOptions, runCommand } from "./stack/command.ts";
import { fromRoot } from "./stack/project.ts";

const RESULTS = fromRoot(".data/test-results.json");

const SOURCES = {
  format: ["node_modules/prettier/bin/prettier.cjs", "--check", "--log-level", "warn", "."],
  lint: ["node_modules/eslint/bin/eslint.js", "--max-warnings", "0", "."],
  types: ["node_modules/typescript/bin/tsc", "-b"],
} as const;
const TESTS = ["scripts/test.ts", "--json", `--outputFile=${RESULTS}`];

await runCommand(async () => {
  const { values } = readOptions("check", {
    all: { type: "boolean" },
    "no-tests": { type: "boolean" },
  });
  const results = await Promise.all(
    Object.entries(SOURCES).map(([name, command]) => passes(name, command)),
  );
  let passed = results.filter((isPassed) => isPassed).length;
  let failed = results.length - passed;
  if (values["no-tests"] !== true && (failed === 0 || values.all === true)) {
    rmSync(RESULTS, { force: true });
    const isPassed = await passes("tests", TESTS);
    const counts = readCounts();
    passed += counts.passed;
    // It can also fail without a failing test: a leak, a crash at its end.
    failed += isPassed ? counts.failed : Math.max(counts.failed, 1);
  }
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});

async function passes(name: string, command: readonly string[]): Promise<boolean> {
  console.log(`Checking ${name} …`);
  return (await runScript(command, { cwd: fromRoot(), stdio: "inherit" }).ended) === 0;
}

/** Of jest's results; one failure when there are none. */
function readCounts(): { readonly passed: number; readonly failed: number } {
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
