/** `npm run check`: format, lint, types, tests, in this order; the first that fails ends it. `--no-tests` leaves the last out. */

import { run } from "./stack/processes.ts";
import { runCommand } from "./stack/command.ts";
import { fromRoot } from "./stack/project.ts";

const PARTS: readonly (readonly [name: string, command: readonly string[]])[] = [
  ["format", ["node_modules/prettier/bin/prettier.cjs", "--check", "--log-level", "warn", "."]],
  ["lint", ["node_modules/eslint/bin/eslint.js", "--max-warnings", "0", "."]],
  ["types", ["node_modules/typescript/bin/tsc", "-p", "."]],
  ["types of functions/", ["node_modules/typescript/bin/tsc", "-p", "functions"]],
  ["types of emulator/", ["node_modules/typescript/bin/tsc", "-p", "emulator"]],
  ["types of emulator/viewer/", ["node_modules/typescript/bin/tsc", "-p", "emulator/viewer"]],
  ["types of cli/", ["node_modules/typescript/bin/tsc", "-p", "cli"]],
  ["types of web/", ["node_modules/typescript/bin/tsc", "-p", "web"]],
  ["types of bench/", ["node_modules/typescript/bin/tsc", "-p", "bench"]],
  ["tests", ["scripts/test.ts"]],
];

await runCommand(async () => {
  const parts = PARTS.filter(([name]) => name !== "tests" || !process.argv.includes("--no-tests"));
  for (const [name, command] of parts) {
    console.log(`Checking ${name} …`);
    const part = run(process.execPath, command, { cwd: fromRoot(), stdio: "inherit" });
    const code = await part.ended;
    if (code !== 0) return code ?? 1;
  }
  return 0;
});
