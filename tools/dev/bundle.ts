/**
 * node tools/dev/run.mjs bundle <codebase> bundles a codebase of firebase.json with all its packages into lib/index.js
 * in its folder. Instances start faster than from node_modules, and nothing else has to be deployed.
 */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import { build } from "esbuild";
import type { OutputFile } from "esbuild";

const ROOT = path.join(import.meta.dirname, "../..");
const OUTPUT = "lib/index.js";

/**
 * Packages of both codebases call url.parse. Called from outside node_modules, as in a bundle, it makes Node print a
 * deprecation warning once per process, on stderr. So it is called once while warnings are off.
 */
const NO_URL_WARNING = `"use strict";
{
  const { noDeprecation } = process;
  process.noDeprecation = true;
  require("node:url").parse("http://localhost");
  process.noDeprecation = noDeprecation;
}`;

/**
 * @throws Error if the codebase does not exist, or a source has a syntax error; types are not
 * checked here
 */
export async function bundle(codebase: string): Promise<void> {
  const folder = path.join(ROOT, codebase);
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
    banner: { js: NO_URL_WARNING },
    logLevel: "warning",
  });
  const [file] = outputFiles;
  if (file !== undefined && !isWritten(file)) {
    mkdirSync(path.dirname(file.path), { recursive: true });
    writeFileSync(file.path, file.contents);
  }
}

function isWritten({ path: file, contents }: OutputFile): boolean {
  return existsSync(file) && readFileSync(file).equals(contents);
}

if (import.meta.main) await bundle(process.argv[2] ?? "");
