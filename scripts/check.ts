/**
 * npm run check [-- <options>] checks format, lint, types and tests, in this
 * order. The first that fails ends it. The last line counts what passed.
 *
 *   --all             go on after a failure
 *   --no-tests        leave the tests out
 */

import { readFileSync, rmSync } from "node:fs";
import { runScript } from "./stack/run-node.ts";
import { readOptions, runCommand } from "./stack/command.ts";
import { fromRoot } from "./stack/project.ts";

const RESULTS = fromRoot(".data/test-results.json");

const PARTS = [
  ["format", "node_modules/prettier/bin/prettier.cjs", "--check", "--log-level", "warn", "."],
  ["lint", "node_modules/eslint/bin/eslint.js", "--max-warnings", "0", "."],
  ["types", "node_modules/typescript/bin/tsc", "-b"],
  ["tests", "scripts/test.ts", "--json", `--outputFile=${RESULTS}`],
] as const;

await runCommand(async () => {
  const { values } = readOptions("check", {
    all: { type: "boolean" },
    "no-tests": { type: "boolean" },
  });
  let [passed, failed] = [0, 0];
  for (const [name, ...command] of PARTS) {
    if (name === "tests" && values["no-tests"] === true) continue;
    console.log(`Checking ${name} …`);
    rmSync(RESULTS, { force: true });
    const { ended } = runScript(command, { cwd: fromRoot(), stdio: "inherit" });
    const isPassed = (await ended) === 0;
    const counts = name === "tests" ? readCounts() : { passed: Number(isPassed), failed: 0 };
    passed += counts.passed;
    // A part can also fail without a failing test: a leak, a crash at its end.
    failed += isPassed ? counts.failed : Math.max(counts.failed, 1);
    if (failed > 0 && values.all !== true) break;
  }
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});

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
