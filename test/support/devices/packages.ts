/** Builds and installs the packages of devices/, each from a clean copy into an empty folder. */

import { execFile, execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "../backend/addresses";
import { COMPILER, PYTHON } from "./commands";
import { FOLDER } from "./device";

const TSC = join(ROOT, "node_modules/.bin/tsc");

/** Rejects with the output of a command that fails. */
async function execute(
  program: string,
  args: readonly string[],
  options: { readonly cwd?: string } = {},
): Promise<void> {
  try {
    await promisify(execFile)(program, args, options);
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
    throw new Error(`${program} ${args.join(" ")}\n${stdout}${stderr}`, { cause: error });
  }
}

/** A Python that builds wheels without a network. setuptools has needed the package `wheel` for it until version 70. */
export const PACKAGING_PYTHON = [PYTHON, "/usr/bin/python3"].find(
  (python) =>
    python !== undefined &&
    spawnSync(python, ["-c", "import setuptools, wheel, pip"], { stdio: "ignore" }).status === 0,
);
export const NO_PACKAGING =
  PACKAGING_PYTHON === undefined ? "no Python here has pip, setuptools and wheel" : undefined;

/** Copies the files of devices/ that git has, or would add. Returns the copy. */
export function copyDevices(to: string): string {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "devices"];
  for (const file of execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).split("\0")) {
    // A file that was removed is still listed until the next commit.
    if (file === "" || !existsSync(join(ROOT, file))) continue;
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(join(ROOT, file), join(to, file));
  }
  return join(to, "devices");
}

/** Installs both packages as README.md says for a computer without internet. Returns the folder with the commands. */
export async function installPython(devices: string, empty: string): Promise<string> {
  const python = PACKAGING_PYTHON ?? "";
  const venv = join(empty, "venv");
  // This pip installs into the other environment, which is faster than a pip of its own.
  await execute(python, ["-m", "venv", "--system-site-packages", "--without-pip", venv]);
  const into = ["--python", join(venv, "bin/python3"), "--disable-pip-version-check", "install"];
  const offline = ["--quiet", "--no-index", "--no-build-isolation", "../python", "."];
  await execute(python, ["-m", "pip", ...into, ...offline], { cwd: join(devices, "gateway") });
  return join(venv, "bin");
}

const CONSUMER = `
import { SensorClient, VERSION } from "greenhouse-client";
const client = new SensorClient({ url: "https://example.com/", uid: VERSION, apiKey: "" });
export const names: string[] = client.add({ temperature: 21.5 }, { signOfLife: true });
export const stored: number = client.counts.stored;
// @ts-expect-error A setting has a wrong type.
export const wrong = new SensorClient({ url: 1, uid: "", apiKey: "" });
`;

/**
 * Packs and installs the package, and also links its folder, as npm does for a folder. Checks its types in a program of
 * both ways, without the types of Node. Returns the folder with the commands.
 */
export async function installNode(devices: string, empty: string): Promise<string> {
  const quiet = ["--offline", "--no-audit", "--no-fund", "--loglevel=error"];
  const folder = join(devices, "node");
  await execute("npm", ["pack", "--pack-destination", empty], { cwd: folder });
  const { version } = readManifest(join(folder, "package.json"));
  // npm installs into the nearest folder with a manifest.
  writeFileSync(join(empty, "package.json"), "{}");
  const packed = `./greenhouse-client-${version}.tgz`;
  await execute("npm", ["install", ...quiet, packed], { cwd: empty });
  const linked = join(empty, "linked");
  mkdirSync(join(linked, "node_modules"), { recursive: true });
  symlinkSync(folder, join(linked, "node_modules/greenhouse-client"));
  for (const cwd of [empty, linked]) writeFileSync(join(cwd, "consumer.mts"), CONSUMER);
  const strict = [
    "--ignoreConfig",
    "--noEmit",
    "--strict",
    "--module",
    "nodenext",
    "--lib",
    "es2023",
  ];
  await execute(TSC, [...strict, "consumer.mts", "linked/consumer.mts"], { cwd: empty });
  return join(empty, "node_modules/.bin");
}

/** Copies what library.json exports, and compiles an example with these files alone, as the Arduino IDE does. */
export async function checkPlatformIo(devices: string, empty: string): Promise<void> {
  const manifest = readManifest(join(devices, "arduino/library.json"));
  for (const name of manifest.export?.include ?? []) {
    const source = join(devices, "arduino", name);
    // The license is added when the package is published.
    if (name !== "LICENSE") cpSync(source, join(empty, name), { recursive: true });
  }
  const language = ["-std=c++11", "-Wall", "-Werror", "-DESP32", "-fsyntax-only"];
  const folders = ["-I", join(empty, "src"), "-I", join(FOLDER, "board")];
  const args = [...language, ...folders, "-include", "Arduino.h", "-x", "c++"];
  const sketch = "examples/SensorNode/SensorNode.ino";
  await execute(COMPILER ?? "", [...args, sketch], { cwd: empty });
}

function readManifest(file: string): {
  readonly version: string;
  readonly export?: { readonly include: readonly string[] };
} {
  return JSON.parse(readFileSync(file, "utf8")) as ReturnType<typeof readManifest>;
}
