/** Runs the benchmarks of the embedded database, each in a process of its own: `node bench/emulator/run.ts [name…]`. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";

const ALL = ["writes", "reads", "listeners", "start"];
const wanted = process.argv.slice(2);
const folder = mkdtempSync(path.join(tmpdir(), "bench-"));
try {
  for (const name of wanted.length === 0 ? ALL : wanted) {
    const outfile = path.join(folder, `${name}.mjs`);
    // The sources import without extensions, which Node alone does not resolve.
    await build({
      entryPoints: [path.join(import.meta.dirname, `${name}.ts`)],
      outfile,
      bundle: true,
      platform: "node",
      format: "esm",
      target: "node20",
      logLevel: "warning",
      nodePaths: [path.join(import.meta.dirname, "../../node_modules")],
      banner: {
        js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
      },
    });
    const emulator = path.join(import.meta.dirname, "../../emulator/dist/cli.js");
    const { status } = spawnSync(process.execPath, [outfile, emulator], { stdio: "inherit" });
    if (status !== 0) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
