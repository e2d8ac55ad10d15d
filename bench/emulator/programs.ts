/** Makes a program of one file out of a script of this folder: it starts like one that was built. */

import path from "node:path";
import { build } from "esbuild";
import { fromRoot } from "../../scripts/stack/project.ts";

/** What the bench builds and writes for the databases. */
export const FOLDER = fromRoot(".data/bench/emulator");

/** @returns its file */
export async function bundle(name: string): Promise<string> {
  const outfile = path.join(FOLDER, `${name}.mjs`);
  // The emulator's sources import without extensions, which Node alone does not resolve.
  await build({
    entryPoints: [fromRoot("bench/emulator", `${name}.ts`)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node24",
    logLevel: "warning",
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
  });
  return outfile;
}
