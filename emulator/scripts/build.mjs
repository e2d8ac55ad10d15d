/**
 * Bundles the sources into dist/. The few dependencies stay in node_modules. When it runs as a script, for example
 * before `npm pack`, it also writes the type declarations.
 */

import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { pages } from "./inline-page.cjs";

const SELF = fileURLToPath(import.meta.url);
const folder = path.join(path.dirname(SELF), "..");
const DIST = path.join(folder, "dist");

/** `index.ts` and the files with its types. They do not depend on other files. */
const PUBLIC_SOURCES = ["index", "start"];

const require = createRequire(SELF);

/**
 * Loads these modules at their first use. They take as long to load as all others, and many runs do not need them.
 * @type {import("esbuild").Plugin}
 */
const late = {
  name: "late",
  setup: (build) => {
    const names = /^(?:node:(?:child_process|crypto|v8|zlib)|croner|ws)$/;
    build.onResolve({ filter: names }, ({ path: name, namespace }) =>
      namespace === "late" ? { path: name, external: true } : { path: name, namespace: "late" },
    );
    build.onLoad({ filter: /./, namespace: "late" }, ({ path: name }) => {
      const keys = Object.keys(/** @type {object} */ (require(name)));
      return {
        contents: `for (const key of ${JSON.stringify(keys)})
          Object.defineProperty(exports, key, { enumerable: true, get: () => require("${name}")[key] });`,
      };
    });
  },
};

/**
 * Small packages without dependencies that every run loads. Bundling them saves time, because one file loads faster
 * than many, and users install less.
 */
const BUNDLED = ["commander", "sorted-btree"];

/** @type {import("esbuild").Plugin} */
const bundled = {
  name: "bundled",
  setup: (build) => {
    build.onResolve(
      { filter: new RegExp(`^(?:${BUNDLED.join("|")})(?:/|$)`) },
      ({ path: name }) => ({
        path: require.resolve(name),
      }),
    );
  },
};

/** Copies the licences of the bundled packages: every copy must include them. */
async function carryLicences() {
  const texts = BUNDLED.map(async (name) => {
    const folder = path.dirname(require.resolve(name));
    return `${name}\n\n${await readFile(path.join(folder, "LICENSE"), "utf8")}`;
  });
  await writeFile(path.join(DIST, "LICENSES.txt"), (await Promise.all(texts)).join("\n\n"));
}

export async function buildEmulator() {
  await build({
    absWorkingDir: folder,
    entryPoints: ["src/cli.ts", "src/index.ts"],
    outdir: DIST,
    bundle: true,
    packages: "external",
    plugins: [pages, late, bundled],
    platform: "node",
    target: "node20",
    format: "cjs",
    minifySyntax: true,
    minifyWhitespace: true,
    sourcemap: true,
    logLevel: "warning",
  });
}

/** @throws Error if a declaration needs more than its own file */
function declareTypes() {
  const compiler = path.join(path.dirname(require.resolve("typescript/package.json")), "bin/tsc");
  const options = [
    "--ignoreConfig",
    "--noResolve",
    "--noCheck",
    "--isolatedDeclarations",
    "--declaration",
    "--emitDeclarationOnly",
    "--strict",
    "--target",
    "es2022",
    "--module",
    "preserve",
    "--types",
    "",
    "--outDir",
    DIST,
  ];
  const files = PUBLIC_SOURCES.map((name) => path.join(folder, `src/${name}.ts`));
  const args = [compiler, ...options, ...files];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(stdout);
}

if (process.argv[1] !== undefined && path.resolve(process.argv[1]) === SELF) {
  await buildEmulator();
  declareTypes();
  await carryLicences();
}
