/**
 * Bundles the functions with all packages into functions/lib/index.js: instances start faster than from node_modules,
 * and the deployed folder needs nothing else.
 */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";
import type { OutputFile } from "esbuild";

const folder = fileURLToPath(new URL("../functions/", import.meta.url));
const OUTPUT = "lib/index.js";

/** @throws Error when a source has a syntax error; types are not checked here */
export async function buildFunctions(): Promise<void> {
  const { resolve } = createRequire(`${folder}package.json`);
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: ["src/index.ts"],
    outfile: OUTPUT,
    // A running emulator reloads the functions at every write, so an unchanged file is not written.
    write: false,
    bundle: true,
    platform: "node",
    target: "node24",
    format: "cjs",
    // The SDK requires the logger's CommonJS file, whose registry must be shared.
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
