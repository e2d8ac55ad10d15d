/** Bundles the embedded database's sources; its few dependencies stay beside it in node_modules. */

import { build } from "esbuild";
import path from "node:path";

const folder = path.join(import.meta.dirname, "../emulator");

export async function buildEmulator(): Promise<void> {
  await build({
    absWorkingDir: folder,
    entryPoints: ["src/cli.ts", "src/index.ts"],
    outdir: "dist",
    bundle: true,
    packages: "external",
    platform: "node",
    target: "node20",
    format: "cjs",
    sourcemap: true,
    logLevel: "warning",
  });
}

if (import.meta.main) await buildEmulator();
