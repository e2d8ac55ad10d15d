/**
 * npm run parity:record asks Google's emulator all questions and stores its answers. npm run parity:check compares them
 * with the answers of this emulator. README.md has the options.
 */

import { runCommand } from "./command.ts";

const { lines, isPassed } = await runCommand(process.argv.slice(2));
console.log(lines.join("\n"));
process.exitCode = isPassed ? 0 : 1;
