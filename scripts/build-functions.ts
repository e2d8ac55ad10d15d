/**
 * Bundles the functions and all they use into one file, functions/lib/index.js: an instance then starts faster than
 * from node_modules, and at run time the folder needs nothing else.
 */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";
import type { OutputFile } from "esbuild";

const folder = fileURLToPath(new URL("../functions/", import.meta.url));
const OUTPUT = "lib/index.js";

/** Writes functions/lib/index.js. Throws where the source does not translate; types are the check's business. */
export async function buildFunctions(): Promise<void> {
  const { resolve } = createRequire(`${folder}package.json`);
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: ["src/index.ts"],
    outfile: OUTPUT,
    // A running emulator loads the functions again whenever the file is written: leave it alone where it is the same.
    write: false,
    bundle: true,
    platform: "node",
    target: "node24",
    format: "cjs",
    // The logger has a file for import and one for require; the SDK's loggers register with the one it requires.
    alias: { "@firebase/logger": resolve("@firebase/logger") },
    logLevel: "warning",
  });
  const [bundle] = outputFiles;
  if (bundle !== undefined && !isWritten(bundle)) {
    mkdirSync(path.dirname(bundle.path), { recursive: true });
    writeFileSync(bundle.path, bundle.contents);
  }
}

function isWritten({ path: file, contents }: OutputFile): boolean {
  return existsSync(file) && readFileSync(file).equals(contents);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildFunctions();
}
