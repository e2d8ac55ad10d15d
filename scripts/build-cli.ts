/**
 * Bundles the command line into one file, cli/dist/index.js, so that it starts at once. The SDK stays outside: it is
 * loaded only by the commands that need it, and its logger has to be the one that it uses itself.
 */

import { chmod } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";

const folder = path.join(import.meta.dirname, "../cli");

export async function buildCli(): Promise<void> {
  await build({
    absWorkingDir: folder,
    entryPoints: ["src/index.ts"],
    outfile: "dist/index.js",
    bundle: true,
    external: ["firebase-admin/*", "@firebase/logger"],
    platform: "node",
    target: "node22",
    format: "cjs",
    sourcemap: true,
    logLevel: "warning",
  });
  await chmod(path.join(folder, "dist/index.js"), 0o755);
}

if (import.meta.main) await buildCli();
