/** `npm run farm -- …`: the command line of cli/, built again where its sources have changed since. */

import { globSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { fromRoot } from "./stack/project.ts";

const BUNDLE = fromRoot("cli/dist/index.js");

if (!isBuilt()) await (await import("./build-cli.ts")).buildCli();
createRequire(import.meta.url)(BUNDLE);

/** What the bundle is made of is older than the bundle. */
function isBuilt(): boolean {
  const built = modifiedAt(BUNDLE);
  const sources = globSync(
    ["{cli,domain}/src/**/*.ts", "cli/package.json", "scripts/build-cli.ts"],
    {
      cwd: fromRoot(),
    },
  );
  return built !== undefined && sources.every((file) => (modifiedAt(fromRoot(file)) ?? 0) <= built);
}

/** Unix milliseconds; undefined where there is no such file. */
function modifiedAt(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}
