/**
 * Runs a command of firebase-tools with this database emulator. However the command ends, it leaves no processes or
 * files.
 */

import { type ChildProcess, spawn } from "node:child_process";
import {
  accessSync,
  constants as fs,
  existsSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { constants, tmpdir } from "node:os";
import path from "node:path";
import { onDisk } from "../persistence/storage-error";
import { EmulatorError } from "../start";
import {
  findProgram,
  firebaseVersion,
  isSupported,
  loginHint,
  needsJava,
  runsTests,
  SUPPORTED,
} from "./firebase-command";
import { Guard } from "./guard";
import { Messages } from "./messages";
import { jarFile, messagesFile, type StandIn, standInModule, standInScript } from "./stand-in";

export interface ExecOptions {
  /** The command line of this program: Node and the script. */
  readonly program: readonly string[];
  /** Options for the database. */
  readonly options: readonly string[];
  /** Time limit for the command to stop after a signal, in seconds. Without a limit by default. */
  readonly grace: number | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** Called with a line for the developer. */
  readonly warn: (line: string) => void;
}

const isWindows = process.platform === "win32";
const STOPPING = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const SIGNALS = [...STOPPING, "SIGWINCH"] as const;
/** Exit codes of shells for a command that does not exist, and for a command that cannot be run. */
const NOT_FOUND = 127;
const NOT_EXECUTABLE = 126;
/** Exit code of shells for a command that a signal ended, plus the number of the signal. */
const SIGNALED = 128;

/** Runs a command. Resolves with its exit code. */
export async function execute(command: readonly string[], settings: ExecOptions): Promise<number> {
  const { warn } = settings;
  if (command[0] === "")
    throw new EmulatorError("Name a command: exec -- firebase emulators:start");
  const parent = path.resolve(tmpdir());
  if (parent.includes(path.delimiter)) {
    const line = `${parent} cannot be in a search path: set TMPDIR to a folder without ${path.delimiter}.`;
    throw new EmulatorError(line);
  }
  const folder = onDisk("create a folder in", parent, () =>
    mkdtempSync(path.join(parent, "rtdb-emulator-")),
  );
  const guard = isWindows ? undefined : Guard.start(folder);
  const messages = new Messages(messagesFile(folder), warn);
  try {
    const env = prepare(folder, command, settings);
    const code = await run(command, env, guard, settings);
    const hint =
      code === 0 ? undefined : loginHint(command, env["FIREBASE_DATABASE_EMULATOR_HOST"]);
    if (hint !== undefined) warn(hint);
    return code;
  } finally {
    await guard?.finish();
    messages.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes the stand-in for Java. Returns the environment in which firebase-tools finds it. */
function prepare(
  folder: string,
  command: readonly string[],
  { program, options, env, cwd, warn }: ExecOptions,
): NodeJS.ProcessEnv {
  const pathName = Object.keys(env).find((name) => name.toUpperCase() === "PATH") ?? "PATH";
  const searchPath = env[pathName] ?? "";
  const version = firebaseVersion(command, cwd, searchPath);
  if (version !== undefined && !isSupported(version)) {
    const { first, last } = SUPPORTED;
    warn(`firebase-tools ${version} is not tested; versions ${first} to ${last} are.`);
  }
  const outer = env["DATABASE_EMULATOR_BINARY_PATH"];
  if (outer !== undefined && existsSync(messagesFile(path.dirname(outer)))) {
    warn("exec runs inside another exec, whose options have no effect here.");
  }
  const standIn: StandIn = {
    folder,
    program,
    options: runsTests(command) ? [...options, "--test-run"] : options,
    java: findProgram(isWindows ? "java.exe" : "java", searchPath),
    isJavaNeeded: needsJava(command, cwd),
  };
  onDisk("write", folder, () => writeFileSync(jarFile(folder), ""));
  const found = { ...env, DATABASE_EMULATOR_BINARY_PATH: jarFile(folder) };
  if (isWindows) {
    const file = path.join(folder, "stand-in.cjs");
    writeFileSync(file, standInModule(standIn, process.pid));
    // In quotes, a backslash would need a second backslash.
    const preload = `--require "${file.replaceAll("\\", "/")}"`;
    return { ...found, NODE_OPTIONS: `${env["NODE_OPTIONS"] ?? ""} ${preload}` };
  }
  const file = path.join(folder, "java");
  writeFileSync(file, standInScript(standIn), { mode: 0o700 });
  checkExecutable(file);
  return { ...found, [pathName]: `${folder}${path.delimiter}${searchPath}` };
}

/** Fails if the file cannot run: some file systems are mounted without permission to run programs. */
function checkExecutable(file: string): void {
  try {
    accessSync(file, fs.X_OK);
  } catch (error) {
    const line = `Programs cannot run in ${tmpdir()}: set TMPDIR to another folder.`;
    throw new EmulatorError(line, { cause: error });
  }
}

async function run(
  [name = "", ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
  guard: Guard | undefined,
  { grace, warn }: ExecOptions,
): Promise<number> {
  // Listen before the command runs, because a signal may come at once.
  for (const signal of SIGNALS) process.on(signal, () => pass(child, signal));
  // In its own session the command gets each signal only from here, not also from the terminal.
  const child = spawn(name, args, {
    env,
    stdio: "inherit",
    detached: !isWindows,
    shell: isWindows,
  });
  if (child.pid !== undefined) guard?.watch(child.pid);
  if (grace !== undefined) {
    const kill = (): void => pass(child, "SIGKILL");
    for (const signal of STOPPING)
      process.once(signal, () => setTimeout(kill, grace * 1_000).unref());
  }
  return new Promise((resolve) => {
    child.once("error", (error: NodeJS.ErrnoException) => {
      const isMissing = error.code === "ENOENT";
      const hint = isMissing
        ? "not found; put npx before a command of the project's packages"
        : error.message;
      warn(`cannot run ${name}: ${hint}`);
      resolve(isMissing ? NOT_FOUND : NOT_EXECUTABLE);
    });
    child.once("exit", (code, signal) => {
      resolve(code ?? SIGNALED + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}

/**
 * Passes Ctrl-C to the whole process group, like a terminal. Passes other signals only to the command, like `kill`,
 * because they would end the functions for which firebase-tools waits. On Windows the console sends the signal to all.
 */
function pass({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (isWindows || pid === undefined) return;
  try {
    process.kill(signal === "SIGTERM" || signal === "SIGHUP" ? pid : -pid, signal);
  } catch {
    // The process has just ended.
  }
}
