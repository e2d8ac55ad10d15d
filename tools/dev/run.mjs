/**
 * Runs every command: `node tools/dev/run.mjs start|test|check|… [options]`. It needs only Node 20.19 and npm: it
 * installs missing packages, then runs tools/dev/<command>.ts on production's Node.
 */

import { spawn, spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { helpOf } from "./processes/help.cjs";
import { watchStarter } from "./processes/starter.mjs";

// Node 20 before 20.11 has no import.meta.dirname.
const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "../..");
const INSTALLATIONS = [
  { folder: ".", what: "the packages", duration: "one to three minutes" },
  { folder: "functions", what: "the packages of functions/", duration: "up to a minute" },
  { folder: "jobs", what: "the packages of jobs/", duration: "up to a minute" },
];
/** An older npm leaves out compiled parts of the page's build. */
const MINIMUM_NODE = "20.19";
/** The first version that runs TypeScript. */
const TYPESCRIPT_NODE = "22.18";
const MAX_REASON_LINES = 12;
/** The line in which npm names its log. */
const LOG_FILE = /^npm (?:error|ERR!) A complete log of this run can be found in:\s*(\S.*)$/m;
/** npm checks its cache against the lockfile's digests, and asks the network only for what is missing there. */
const NPM_CI = ["ci", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
const SIGNALS = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);
/** What a shell shows for a command that was interrupted. */
const INTERRUPTED = 130;
const givenAt = Date.now();
const isWindows = process.platform === "win32";

/** @param {string} version `major.minor` */
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

/**
 * Whether npm's last installation in the folder is newer than its lockfile. A needless installation would remove
 * packages that the caller still uses, such as `firebase deploy`.
 * @param {string} folder
 */
function isInstalled(folder) {
  // npm writes this file as the last step of an installation.
  const installed = changedAt(folder, "node_modules/.package-lock.json");
  const locked = changedAt(folder, "package-lock.json");
  return installed !== undefined && locked !== undefined && installed >= locked;
}

/** @param {string} folder @param {string} name @returns {number | undefined} in milliseconds */
function changedAt(folder, name) {
  return statSync(path.join(root, folder, name), { throwIfNoEntry: false })?.mtimeMs;
}

/**
 * Runs `npm ci`. Its progress goes to standard error: a command's result goes to standard output. A signal stops it.
 * @param {string} folder @param {string} what @param {string} duration
 */
async function installFolder(folder, what, duration) {
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  console.error(`Installing ${what} (${duration}) …`);
  const progress = setInterval(() => console.error(`  still installing (${seconds()} s)`), 15_000);
  // With the Node that runs this: the one in node_modules is being replaced.
  const npm = spawn("npm", NPM_CI, {
    cwd: path.join(root, folder),
    shell: isWindows,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const stopping = new AbortController();
  const stop = () => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    // After SIGTERM npm would undo its work for half a minute, which the next `npm ci` repeats.
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
 * Resolves when npm has ended, with an error text when it failed.
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
  // npm's usage and options follow the first lines.
  const lines = text.replace(LOG_FILE, "").trim().split("\n").slice(0, MAX_REASON_LINES);
  const where = log === undefined ? "" : ` The full log:\n  ${log}`;
  return `${lines.join("\n")}\n\nThe installation failed. Run it again.${where}`;
}

/**
 * The folder of production's Node, which comes with the packages for the common platforms. npm 10 does not link it when
 * several packages bring a `node`.
 */
function nodeFolder() {
  const { platform, arch } = process;
  const names = [`node-${isWindows ? "win" : platform}-${arch}`, `node-bin-${platform}-${arch}`];
  const folders = names.map((name) => path.join(root, "node_modules", name, "bin"));
  return folders.find((folder) => existsSync(folder));
}

function productionNode() {
  const folder = nodeFolder();
  if (folder) return path.join(folder, isWindows ? "node.exe" : "node");
  if (isNodeFrom(TYPESCRIPT_NODE)) return process.execPath;
  return fail(
    `No Node comes with the packages for ${process.platform} on ${process.arch}:\n` +
      `install Node ${TYPESCRIPT_NODE} or newer and run this again.`,
  );
}

const [command = "", ...rest] = process.argv.slice(2);
if (!isNodeFrom(MINIMUM_NODE)) {
  fail(`This is Node ${process.versions.node}: Node ${MINIMUM_NODE} or newer is needed.`);
}
const script = path.join(root, "tools/dev", `${command}.ts`);
if (!/^[a-z-]+$/.test(command) || !existsSync(script)) {
  fail(`There is no command "${command}". The commands are the scripts of package.json.`);
}
const missing = INSTALLATIONS.filter(({ folder }) => !isInstalled(folder));
// The installed command line has a help for each of its commands.
const isHelpWanted = rest.some((each) => each === "--help" || each === "-h");
if (isHelpWanted && (command !== "farm" || missing.length > 0)) {
  console.log(helpOf(command));
  process.exit();
}
// A closed terminal breaks the output; the processes must be stopped nevertheless.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
watchStarter(() => process.kill(process.pid, "SIGTERM"));
if (missing.length > 0) {
  if (spawnSync("npm", ["--version"], { shell: isWindows }).status !== 0) {
    fail("npm is needed and was not found: it comes with Node, https://nodejs.org");
  }
  for (const { folder, what, duration } of missing) await installFolder(folder, what, duration);
}
// Node warns of running TypeScript and of packages without a module type.
const quiet = ["ExperimentalWarning", "MODULE_TYPELESS_PACKAGE_JSON"];
const preload = pathToFileURL(path.join(root, "tools/dev/processes/end-with-parent.mjs"));
const folders = [nodeFolder(), path.join(root, "node_modules/.bin"), process.env["PATH"]];
const searchPath = folders.filter(Boolean).join(path.delimiter);
const child = spawn(
  productionNode(),
  [...quiet.map((name) => `--disable-warning=${name}`), "--import", preload.href, script, ...rest],
  {
    cwd: root,
    env: {
      // Every process of a command starts faster with the compiled code of the last time.
      NODE_COMPILE_CACHE: path.join(root, "node_modules/.cache/compile"),
      ...process.env,
      PATH: searchPath,
      COMMAND_GIVEN_AT: String(givenAt),
    },
    // The channel closes when this process is killed: so the command notices.
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  },
);
// The child decides when to end, and this process follows it.
for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
child.on("close", (code, signal) => {
  process.exitCode = code ?? (signal === null ? 1 : INTERRUPTED);
});
