/** Bundles the simulation: outside the sandboxes of jest it runs several times as fast. A bug can be planted in the bundle. */

import { readFileSync } from "node:fs";
import path from "node:path";

import { build, type Plugin } from "esbuild";
import { StackError } from "../../tools/dev/processes/stack-error.ts";
import { fromRoot } from "../../tools/dev/stack/project.ts";
import type { PlantedBug } from "./planted-bugs.ts";

/**
 * Bundles the simulation into `node_modules/.cache/simulation/<name>`.
 * @returns the path of the program, which takes its settings as JSON (command.ts)
 * @throws StackError if a bug cannot be planted, because its code has changed
 */
export async function bundleSimulation(name: string, bug?: PlantedBug): Promise<string> {
  const outfile = fromRoot("node_modules/.cache/simulation", name);
  await build({
    absWorkingDir: fromRoot(),
    entryPoints: ["test/simulation/command.ts"],
    outfile,
    bundle: true,
    platform: "node",
    target: "node22",
    format: "esm",
    alias: { "rtdb-emulator": fromRoot("emulator") },
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
  const source = fromRoot(file);
  const text = readFileSync(source, "utf8");
  if (text.split(code).length !== 2) {
    throw new StackError(
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
