/**
 * The door to every command: `node scripts/run.mjs start|test|host|check|build …`. Works with any Node from 20.19 on and
 * nothing installed: it installs what is missing, then hands over to scripts/<command>.ts on the Node of production.
 */

import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { HELP } from "./stack/help.cjs";
import { watchStarter } from "./stack/starter.mjs";

// Node 20 before 20.11 has no import.meta.dirname.
const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");
const INSTALLATIONS = [
  { folder: ".", what: "the packages", howLong: "about a minute" },
  { folder: "functions", what: "the packages of functions/", howLong: "some seconds" },
];
/** With an older one npm leaves out the compiled parts of the page's build. */
const MINIMUM_NODE = "20.19";
/** The first to run TypeScript as it stands. */
const TYPESCRIPT_NODE = "22.18";
const MAX_REASON_LINES = 12;
/** The line in which npm names its log. */
const LOG_FILE = /^npm (?:error|ERR!) A complete log of this run can be found in:\s*(\S.*)$/m;
/** What npm has in its cache is held against the lockfile's digests, and without the network not asked for in vain. */
const NPM_CI = ["ci", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
const SIGNALS = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);
/** What a shell shows for a command that was interrupted. */
const INTERRUPTED = 130;
const givenAt = Date.now();

/** Whether this Node is of that version or a later one. @param {string} version `major.minor` */
function isNodeFrom(version) {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [leastMajor = 0, leastMinor = 0] = version.split(".").map(Number);
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}

/** @param {string} line @returns {never} */
function fail(line) {
  console.error(line);
  process.exit(1);
}

/** @typedef {{ version?: string, integrity?: string, optional?: boolean }} LockedPackage */

/** What a lockfile lists, its own project left out. @param {string} file @returns {Map<string, LockedPackage>} */
function packagesIn(file) {
  /** @type {{ packages: Record<string, LockedPackage> }} */
  // eslint-disable-next-line @typescript-eslint/no-unsafe-assignment -- npm's own file: its form is npm's promise
  const { packages } = JSON.parse(readFileSync(file, "utf8"));
  return new Map(Object.entries(packages).filter(([name]) => name !== ""));
}

/**
 * Whether the folder holds what its lockfile lists, whoever installed it. A second installation would remove the
 * packages that the caller of this is still using (`firebase deploy`, for example).
 * @param {string} folder
 */
function isInstalled(folder) {
  // npm writes this file as the last step of an installation.
  const record = path.join(root, folder, "node_modules/.package-lock.json");
  if (!existsSync(record)) return false;
  const installed = packagesIn(record);
  const locked = packagesIn(path.join(root, folder, "package-lock.json"));
  /** @param {string} name @param {LockedPackage} wanted */
  const isThere = (name, wanted) => {
    const found = installed.get(name);
    // npm leaves out optional packages for other platforms and other versions of Node.
    if (found === undefined) return wanted.optional === true;
    return found.version === wanted.version && found.integrity === wanted.integrity;
  };
  return (
    [...locked].every(([name, wanted]) => isThere(name, wanted)) &&
    [...installed.keys()].every((name) => locked.has(name))
  );
}

/**
 * Runs `npm ci`, saying every few seconds that it is under way (not on standard output, where a command's result goes).
 * When it is asked to stop, it leaves nothing running.
 * @param {string} folder @param {string} what @param {string} howLong
 */
async function installFolder(folder, what, howLong) {
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  console.error(`Installing ${what} (${howLong}) …`);
  const progress = setInterval(() => console.error(`  still installing (${seconds()} s)`), 15_000);
  // On the Node that runs this: the one in node_modules is being replaced.
  const npm = spawn("npm", NPM_CI, {
    cwd: path.join(root, folder),
    shell: process.platform === "win32",
    stdio: ["ignore", "pipe", "pipe"],
  });
  const stopping = new AbortController();
  const stop = () => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    // Asked politely it would go on for as long as half a minute, to undo what the next `npm ci` begins by deleting.
    npm.kill("SIGKILL");
    console.error("Stopping the installation …");
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  const reason = await whyFailed(npm);
  for (const signal of SIGNALS) process.off(signal, stop);
  clearInterval(progress);
  if (stopping.signal.aborted) process.exit(INTERRUPTED);
  if (reason !== undefined) fail(reason);
  console.error(`Installed ${what} (${seconds()} s).`);
}

/**
 * Resolves when npm has ended: undefined where it did its work, else what to tell.
 * @param {import("node:child_process").ChildProcess} npm
 * @returns {Promise<string | undefined>}
 */
async function whyFailed(npm) {
  let text = "";
  for (const stream of [npm.stdout, npm.stderr]) {
    stream?.on("data", (data) => (text += String(data)));
  }
  /** @type {number | null} */
  const code = await new Promise((resolve) => {
    npm.on("error", (error) => {
      text += `npm did not start: ${error.message}`;
      resolve(null);
    });
    npm.on("close", resolve);
  });
  if (code === 0) return undefined;
  const [, log] = LOG_FILE.exec(text) ?? [];
  // After the first lines come npm's usage and options.
  const reason = text
    .replace(LOG_FILE, "")
    .trim()
    .split("\n")
    .slice(0, MAX_REASON_LINES)
    .join("\n");
  const where = log === undefined ? "" : ` The full log:\n  ${log}`;
  return `${reason}\n\nThe installation failed. Run it again.${where}`;
}

/**
 * The folder of the Node that production runs, which the packages bring along for the common platforms. It is looked
 * for in the packages themselves: npm 10 links none where several packages, each for a platform, bring a `node`.
 */
function nodeFolder() {
  const { platform, arch } = process;
  const names = [
    `node-${platform === "win32" ? "win" : platform}-${arch}`,
    `node-bin-${platform}-${arch}`,
  ];
  const folders = names.map((name) => path.join(root, "node_modules", name, "bin"));
  return folders.find((folder) => existsSync(folder));
}

function productionNode() {
  const folder = nodeFolder();
  if (folder) return path.join(folder, process.platform === "win32" ? "node.exe" : "node");
  if (isNodeFrom(TYPESCRIPT_NODE)) return process.execPath;
  return fail(
    `No Node comes with the packages for ${process.platform} on ${process.arch}:\n` +
      `install Node ${TYPESCRIPT_NODE} or newer and run this again.`,
  );
}

function searchPath() {
  const folders = [nodeFolder(), path.join(root, "node_modules/.bin"), process.env["PATH"]];
  return folders.filter(Boolean).join(path.delimiter);
}

/**
 * What to print instead of doing a command's work; undefined where that is wanted. The command line has a help of its own,
 * for each of its commands.
 * @param {string} command @param {readonly string[]} args
 */
function helpFor(command, args) {
  if (!args.some((each) => each === "--help" || each === "-h")) return undefined;
  if (command === "farm" && missing.length === 0) return undefined;
  return Object.entries(HELP).find(([name]) => name === command)?.[1];
}

const [command = "", ...rest] = process.argv.slice(2);
if (!isNodeFrom(MINIMUM_NODE)) {
  fail(`This is Node ${process.versions.node}: Node ${MINIMUM_NODE} or newer is needed.`);
}
const script = path.join(root, "scripts", `${command}.ts`);
if (!/^[a-z-]+$/.test(command) || !existsSync(script)) {
  fail(`There is no command "${command}". The commands are the scripts of package.json.`);
}
const missing = INSTALLATIONS.filter(({ folder }) => !isInstalled(folder));
const help = helpFor(command, rest);
if (help !== undefined) {
  console.log(help);
  process.exit();
}
// A terminal that is closed takes the output with it; what runs must be stopped all the same.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
watchStarter(() => process.kill(process.pid, "SIGTERM"));
if (missing.length > 0) {
  if (spawnSync("npm", ["--version"], { shell: process.platform === "win32" }).status !== 0) {
    fail("npm is needed and was not found: it comes with Node, https://nodejs.org");
  }
  for (const { folder, what, howLong } of missing) await installFolder(folder, what, howLong);
}
// Running TypeScript as it stands is still called an experiment, and sources without a bundler's help a slow path.
const quiet = ["ExperimentalWarning", "MODULE_TYPELESS_PACKAGE_JSON"];
const preload = pathToFileURL(path.join(root, "scripts/stack/end-with-parent.mjs"));
const child = spawn(
  productionNode(),
  [
    ...quiet.map((name) => `--disable-warning=${name}`),
    ...["--import", preload.href, script, ...rest],
  ],
  {
    cwd: root,
    env: { ...process.env, PATH: searchPath(), COMMAND_GIVEN_AT: String(givenAt) },
    // The channel tells the command when this process is killed.
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  },
);
// The child has the signal too when it came from the terminal; it decides when to end, and this process follows it.
for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
child.on("close", (code, signal) => {
  process.exitCode = code ?? (signal === null ? 1 : INTERRUPTED);
});
