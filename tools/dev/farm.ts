/**
 * npm run farm -- <command> creates farms, registers greenhouses and sensors,
 * manages keys, members and history, simulates devices and checks a
 * deployment.
 *
 * tools/cli/README.md has every command. Once the packages are installed, which
 * `npm start` does, `npm run farm -- --help` lists them.
 */

import { globSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { fromRoot } from "./stack/project.ts";

const BUNDLE = fromRoot("tools/cli/dist/index.js");
const SOURCES = [
  "tools/cli/src/**/*.ts",
  "{domain,database}/**/*.ts",
  "tools/cli/package.json",
  "tools/dev/build-cli.ts",
];

// The bundle is built again if a source is newer.
const builtMs = statSync(BUNDLE, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const sources = globSync(SOURCES, { cwd: fromRoot() });
if (sources.some((file) => statSync(fromRoot(file)).mtimeMs > builtMs)) {
  await (await import("./build-cli.ts")).buildCli();
}
createRequire(import.meta.url)(BUNDLE);
