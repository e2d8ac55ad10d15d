/**
 * Bundles the command line into tools/cli/dist/index.js, so that it starts quickly. The SDK is not bundled: only some
 * commands load it, and the command line must use the SDK's own instance of its logger.
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
