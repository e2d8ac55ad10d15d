/**
 * Runs every command: `node tools/dev/run.mjs start|test|check|… [options]`. It needs only Node 20.19 and npm: it
 * installs missing packages, then runs tools/dev/<command>.ts on production's Node.
 */

import { execFile, spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { helpOf } from "./processes/help.cjs";
import { watchStarter } from "./processes/starter.mjs";

// Node 20 before 20.11 has no import.meta.dirname.
const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "../..");
const INSTALLATIONS = [
  { folder: ".", packages: "the packages", duration: "one to three minutes" },
  { folder: "functions", packages: "the packages of functions/", duration: "up to a minute" },
  { folder: "jobs", packages: "the packages of jobs/", duration: "up to a minute" },
];
/** An older npm leaves out compiled parts of the page's build. */
const MINIMUM_NODE = "20.19";
/** The first version that runs TypeScript. */
const TYPESCRIPT_NODE = "22.18";
const MAX_REASON_LINES = 12;
/** The line in which npm names its log. */
const LOG_FILE = /^npm (?:error|ERR!) A complete log of this run can be found in:\s*(\S.*)$/m;
const NO_NPM = "npm was not found. It comes with Node: https://nodejs.org";
/** npm checks its cache against the lockfile's digests, and asks the network only for what is missing there. */
const NPM_CI = ["ci", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
const SIGNALS = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);
/** The exit code that a shell shows for an interrupted command. */
const INTERRUPTED = 130;
const givenAt = Date.now();
const isWindows = process.platform === "win32";

/** @param {string} version `major.minor` */
function isNodeFrom(version) {
  return process.versions.node.localeCompare(version, "en", { numeric: true }) >= 0;
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
 * @param {string} folder @param {string} packages @param {string} duration
 */
async function installFolder(folder, packages, duration) {
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  console.error(`Installing ${packages} (${duration}) …`);
  const progress = setInterval(() => console.error(`  still installing (${seconds()} s)`), 15_000);
  // Runs with the Node of this process: the one in node_modules is being replaced.
  const npm = promisify(execFile)("npm", NPM_CI, {
    cwd: path.join(root, folder),
    shell: isWindows,
  });
  const stop = () => {
    if (npm.child.killed) return;
    // After SIGTERM npm would undo its work for half a minute, which the next `npm ci` repeats.
    npm.child.kill("SIGKILL");
    console.error("Stopping the installation …");
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  const reason = await npm.then(() => undefined, whyFailed);
  for (const signal of SIGNALS) process.off(signal, stop);
  clearInterval(progress);
  if (npm.child.killed) process.exit(INTERRUPTED);
  if (reason !== undefined) fail(reason);
  console.error(`Installed ${packages} (${seconds()} s).`);
}

/**
 * Returns an error text with the first lines of npm's output.
 * @param {import("node:child_process").ExecFileException & { stdout: string, stderr: string }} error
 */
function whyFailed({ code, stdout, stderr }) {
  if (code === "ENOENT") return NO_NPM;
  const text = stdout + stderr;
  const [, log] = LOG_FILE.exec(text) ?? [];
  // npm's usage and options follow the first lines.
  const lines = text.replace(LOG_FILE, "").trim().split("\n").slice(0, MAX_REASON_LINES);
  const logText = log === undefined ? "" : ` The full log:\n  ${log}`;
  return `${lines.join("\n")}\n\nThe installation failed. Run it again.${logText}`;
}

/**
 * Returns production's Node, which comes with the packages for the common platforms. npm 10 does not link it when
 * several packages bring a `node`.
 */
function productionNode() {
  const { platform, arch } = process;
  const names = [`node-${isWindows ? "win" : platform}-${arch}`, `node-bin-${platform}-${arch}`];
  const program = isWindows ? "node.exe" : "node";
  const files = names.map((name) => path.join(root, "node_modules", name, "bin", program));
  const installed = files.find((file) => existsSync(file));
  if (installed !== undefined) return installed;
  if (isNodeFrom(TYPESCRIPT_NODE)) return process.execPath;
  return fail(
    `No Node comes with the packages for ${platform} on ${arch}:\n` +
      `install Node ${TYPESCRIPT_NODE} or newer and run this again.`,
  );
}

const [command = "", ...rest] = process.argv.slice(2);
if (!isNodeFrom(MINIMUM_NODE)) {
  fail(`This is Node ${process.versions.node}, but Node ${MINIMUM_NODE} or newer is needed.`);
}
const script = path.join(root, "tools/dev", `${command}.ts`);
if (!/^[a-z-]+$/.test(command) || !existsSync(script)) {
  fail(`There is no command "${command}". The commands are the scripts of package.json.`);
}
const missing = INSTALLATIONS.filter(({ folder }) => !isInstalled(folder));
// The installed command line has a help for each of its commands.
const isHelpWanted = rest.some((argument) => argument === "--help" || argument === "-h");
if (isHelpWanted && (command !== "farm" || missing.length > 0)) {
  console.log(helpOf(command));
  process.exit();
}
// A closed terminal breaks the output; the processes must be stopped nevertheless.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
watchStarter(() => process.kill(process.pid, "SIGTERM"));
for (const { folder, packages, duration } of missing)
  await installFolder(folder, packages, duration);
// Node warns of running TypeScript and of packages without a module type.
const quiet = ["ExperimentalWarning", "MODULE_TYPELESS_PACKAGE_JSON"];
const preload = pathToFileURL(path.join(root, "tools/dev/processes/end-with-parent.mjs"));
const node = productionNode();
const folders = [path.dirname(node), path.join(root, "node_modules/.bin"), process.env["PATH"]];
const child = spawn(
  node,
  [...quiet.map((name) => `--disable-warning=${name}`), "--import", preload.href, script, ...rest],
  {
    cwd: root,
    env: {
      // Processes start faster with the code that was compiled the last time.
      NODE_COMPILE_CACHE: path.join(root, "node_modules/.cache/compile"),
      ...process.env,
      PATH: folders.join(path.delimiter),
      COMMAND_GIVEN_AT: String(givenAt),
    },
    // The channel closes when this process is killed, so the command notices.
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  },
);
// The child decides when to end, and this process ends after it.
for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
child.on("close", (code, signal) => {
  process.exitCode = code ?? (signal === null ? 1 : INTERRUPTED);
});
