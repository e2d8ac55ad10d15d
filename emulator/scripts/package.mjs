/**
 * npm run package writes the file that `npm publish` would upload, rtdb-emulator-<version>.tgz, into this folder. It
 * works in a fresh checkout: it installs the few packages of the build in a temporary folder, not those of the tests.
 */

import { spawnSync } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const FOLDER = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");
/** What the build reads, and what the package holds. package.json names the published files. */
const SOURCES = ["bin", "docs", "examples", "scripts", "src", "viewer"];
const TEXTS = [".npmrc", "CHANGELOG.md", "LICENSE", "README.md", "tsconfig.base.json"];
const BUILD_PACKAGES = ["commander", "esbuild", "sorted-btree", "typescript"];

/**
 * @typedef {{
 *   readonly scripts: Readonly<Record<string, string>>;
 *   readonly devDependencies: Readonly<Record<string, string>>;
 * }} Manifest
 */

/** @param {readonly string[]} args @param {string} cwd @returns {string} the output */
function npm(args, cwd) {
  const shell = process.platform === "win32";
  const { status, stdout, error } = spawnSync("npm", args, {
    cwd,
    shell,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (status === 0) return stdout;
  throw new Error(`npm ${args[0]} failed: ${error?.message ?? `exit code ${status}`}`);
}

const copy = await mkdtemp(path.join(tmpdir(), "rtdb-emulator-package-"));
try {
  for (const name of [...SOURCES, ...TEXTS])
    await cp(path.join(FOLDER, name), path.join(copy, name), { recursive: true });
  const text = await readFile(path.join(FOLDER, "package.json"), "utf8");
  const manifest = /** @type {Manifest} */ (JSON.parse(text));
  const devDependencies = Object.fromEntries(
    BUILD_PACKAGES.map((name) => [name, manifest.devDependencies[name]]),
  );
  const { prepack } = manifest.scripts;
  const own = { ...manifest, scripts: { prepack }, devDependencies };
  await writeFile(path.join(copy, "package.json"), `${JSON.stringify(own, null, 2)}\n`);
  console.log("Installing the packages of the build …");
  npm(["install", "--no-package-lock", "--loglevel=error"], copy);
  const packed = npm(["pack", "--json", "--pack-destination", FOLDER], copy);
  const [{ filename }] = /** @type {readonly [{ readonly filename: string }]} */ (
    JSON.parse(packed.slice(packed.indexOf("[")))
  );
  const file = path.join(FOLDER, filename);
  console.log(`Packed ${file}\nInstall it in a project: npm install --save-dev ${file}`);
} finally {
  await rm(copy, { recursive: true, force: true });
}
