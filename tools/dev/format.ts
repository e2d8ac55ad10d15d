/**
 * npm run format formats all files.
 */

import { run } from "./processes/processes.ts";
import { runCommand } from "./processes/command.ts";
import { fromRoot } from "./stack/project.ts";

await runCommand(async () => {
  const prettier = fromRoot("node_modules/prettier/bin/prettier.cjs");
  const options = { cwd: fromRoot(), stdio: "inherit" } as const;
  return (await run(process.execPath, [prettier, "--write", "."], options).ended) ?? 1;
});
