/**
 * Runs a command of firebase-tools so that its database emulator is this one. Nothing is left when it has ended,
 * however it ended.
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
  /** Node and this program. */
  readonly program: readonly string[];
  /** Options for the database. */
  readonly options: readonly string[];
  /** How long the command may take to stop after a signal, in seconds; by default as long as it takes. */
  readonly grace: number | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** Called with a line for the developer. */
  readonly warn: (line: string) => void;
}

const isWindows = process.platform === "win32";
const STOPPING = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const SIGNALS = [...STOPPING, "SIGWINCH"] as const;
/** What shells answer for a command that does not exist, and for one that cannot be run. */
const NOT_FOUND = 127;
const NOT_EXECUTABLE = 126;
/** Shells add the number of the signal that ended a command. */
const SIGNALED = 128;

/** Resolves with the command's exit code. */
export async function execute(command: readonly string[], settings: ExecOptions): Promise<number> {
  const { warn } = settings;
  if (command[0] === "")
    throw new EmulatorError("Name a command: exec -- firebase emulators:start");
  const parent = path.resolve(tmpdir());
  if (parent.includes(path.delimiter)) {
    const line = `${parent} cannot be in a search path: name a folder without ${path.delimiter} with TMPDIR.`;
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

/** Writes what firebase-tools finds in place of Java. Returns the environment in which it does. */
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
    warn(`firebase-tools ${version} was not tried; versions ${first} to ${last} were.`);
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
    // A backslash would need another one in quotes.
    const preload = `--require "${file.replaceAll("\\", "/")}"`;
    return { ...found, NODE_OPTIONS: `${env["NODE_OPTIONS"] ?? ""} ${preload}` };
  }
  const file = path.join(folder, "java");
  writeFileSync(file, standInScript(standIn), { mode: 0o700 });
  checkExecutable(file);
  return { ...found, [pathName]: `${folder}${path.delimiter}${searchPath}` };
}

/** A file system may be mounted so that no program on it can run. */
function checkExecutable(file: string): void {
  try {
    accessSync(file, fs.X_OK);
  } catch (error) {
    const line = `Programs cannot be run in ${tmpdir()}: name another folder with TMPDIR.`;
    throw new EmulatorError(line, { cause: error });
  }
}

async function run(
  [name = "", ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
  guard: Guard | undefined,
  { grace, warn }: ExecOptions,
): Promise<number> {
  // Before the command runs, since a signal may come at once.
  for (const signal of SIGNALS) process.on(signal, () => pass(child, signal));
  // In a session of its own the command gets each signal once: from here, and not also from the terminal.
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
        ? "not found; a command of the project's packages is named with npx before it"
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
 * Passes Ctrl-C to the whole process group, as a terminal does, and other signals to the command alone, as `kill` does:
 * they would end the functions for which firebase-tools waits. On Windows the console has sent the signal to all.
 */
function pass({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (isWindows || pid === undefined) return;
  try {
    process.kill(signal === "SIGTERM" || signal === "SIGHUP" ? pid : -pid, signal);
  } catch {
    // It has just ended.
  }
}
