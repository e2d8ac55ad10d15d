/** Bundles the simulation: outside the sandboxes of jest it runs several times as fast. A bug can be planted in the bundle. */

import { readFileSync } from "node:fs";
import path from "node:path";

import { build, type Plugin } from "esbuild";
import type { PlantedBug } from "./planted-bugs.ts";

const ROOT = path.join(import.meta.dirname, "../..");

/**
 * Bundles the simulation into `node_modules/.cache/simulation/<name>`.
 * @returns the path of the program, which takes its settings as JSON (command.ts)
 * @throws Error if a bug cannot be planted, because its code has changed
 */
export async function bundleSimulation(name: string, bug?: PlantedBug): Promise<string> {
  const outfile = path.join(ROOT, "node_modules/.cache/simulation", name);
  await build({
    absWorkingDir: ROOT,
    entryPoints: ["test/simulation/command.ts"],
    outfile,
    bundle: true,
    platform: "node",
    target: "node22",
    format: "esm",
    sourcemap: "inline",
    alias: { "rtdb-emulator": path.join(ROOT, "emulator") },
    loader: { ".html": "text" },
    // Packages in CommonJS call require.
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
    plugins: bug === undefined ? [] : [plant(bug)],
    logLevel: "warning",
  });
  return outfile;
}

function plant({ name, file, code, bug }: PlantedBug): Plugin {
  const source = path.join(ROOT, file);
  const text = readFileSync(source, "utf8");
  if (text.split(code).length !== 2) {
    throw new Error(
      `"${name}" cannot be planted: ${file} has changed. Correct test/simulation/planted-bugs.ts.`,
    );
  }
  return {
    name: "planted bug",
    setup: (builder) =>
      builder.onLoad({ filter: /\.ts$/ }, ({ path: loaded }) =>
        loaded === source
          ? {
              contents: text.replace(code, () => bug),
              loader: "ts",
              resolveDir: path.dirname(source),
            }
          : undefined,
      ),
  };
}
