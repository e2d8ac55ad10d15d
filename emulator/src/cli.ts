/** The command line: arguments, messages, exit codes. */

import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Command, InvalidArgumentError, Option } from "commander";
import packageJson from "../package.json";
import { coverageCommand } from "./coverage-report/command";
import {
  createEventOptions,
  type EventArguments,
  startOptionsOf,
  wordsOf,
} from "./event-arguments";
import { isNamespace } from "./namespaces";
import { EmulatorError, start } from "./start";
import { onDisk, StorageError } from "./persistence/storage-error";
import { listScheduled, runScheduled } from "./schedules/functions-emulator";
import { runSchedule } from "./schedules/run-schedule";
import { Scheduler } from "./schedules/scheduler";
import { execute } from "./suite/exec";
import { sendMessage } from "./suite/messages";
import { watchNpm, watchParent } from "./suite/parent";
import { messagesFile, pidFile } from "./suite/stand-in";
import type { Address } from "./triggers/functions-client";

interface Arguments extends EventArguments {
  readonly host: string;
  readonly port: number;
  readonly namespace?: string;
  readonly rules?: string;
  readonly data?: string;
  readonly import?: string;
  readonly exportOnExit?: string;
  readonly explain: boolean;
  // Passed by firebase-tools and `exec`.
  readonly single_project_mode?: string;
  readonly functions_emulator_host?: string;
  readonly functions_emulator_port?: number;
  readonly schedules: boolean;
  readonly suite?: string;
  readonly testRun?: boolean;
  readonly parent?: number;
}

interface ExecArguments extends EventArguments {
  readonly data?: string;
  readonly grace?: number;
  readonly explain: boolean;
  readonly schedules: boolean;
}

interface RunScheduleArguments {
  readonly hub: Address;
  readonly functions: Address | undefined;
}

const command = new Command("rtdb-emulator")
  .description("An emulator of the Firebase Realtime Database.")
  .version(packageJson.version)
  .enablePositionalOptions()
  .option("--host <name>", "where to listen", "127.0.0.1")
  .option("--port <number>", "0 takes any free port", readPort, 9000)
  .option("--namespace <name>", "default for clients; --rules applies only to it", readName)
  .option("--rules <file>", "security rules, loaded again when the file changes")
  .option("--data <folder>", "keep the data in this folder")
  .option("--import <folder>", "load what `firebase emulators:export` wrote")
  .option("--export-on-exit <folder>", "write the same format when stopped")
  .option("--explain", "send clients the rule that refused a write (their SDKs print it)", false)
  .showHelpAfterError("(--help shows the options)")
  .addCommand(
    coverageCommand((file, text) => onDisk("write", file, () => writeFileSync(file, text))),
  )
  .action(run);

for (const option of [
  new Option("--single_project_mode <mode>"),
  new Option("--functions_emulator_host <name>"),
  new Option("--functions_emulator_port <number>").argParser(readPort),
  new Option("--no-schedules"),
  new Option("--suite <folder>"),
  new Option("--test-run"),
  new Option("--parent <pid>").argParser(Number),
]) {
  command.addOption(option.hideHelp());
}

const exec = command
  .command("exec")
  .description("run a command of firebase-tools with this database emulator and without Java")
  .argument("<command...>", "such as: firebase emulators:start")
  .option("--data <folder>", "keep the data in this folder")
  .option("--explain", "send clients the rule that refused a write (their SDKs print it)", false)
  .option("--no-schedules", "leave scheduled functions to run-schedule")
  .option("--grace <seconds>", "kill the command if it takes longer to stop", readSeconds)
  .passThroughOptions()
  .showHelpAfterError("(exec --help shows the options)")
  .action(runSuite);

command
  .command("run-schedule")
  .description("run a scheduled function of a running suite now")
  .argument("<function>", "its name, or region-name")
  .addOption(
    new Option("--hub <host:port>", "the suite's hub")
      .env("FIREBASE_EMULATOR_HUB")
      .argParser(readAddress)
      .default({ host: "127.0.0.1", port: 4400 }, "127.0.0.1:4400"),
  )
  .option("--functions <host:port>", "the functions emulator; skips the hub", readAddress)
  .showHelpAfterError("(run-schedule --help shows the options)")
  .action(runScheduledNow);

for (const parent of [command, exec]) {
  for (const option of createEventOptions()) parent.addOption(option);
}

function readPort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new InvalidArgumentError("A port must be a whole number from 0 to 65535.");
}

function readSeconds(text: string): number {
  const seconds = Number(text);
  if (text !== "" && seconds >= 0 && seconds <= 3_600) return seconds;
  throw new InvalidArgumentError("Seconds must be a number from 0 to 3600.");
}

function readAddress(text: string): Address {
  const [, host, port] = /^(?:http:\/\/)?(.+):(\d+)\/?$/.exec(text) ?? [];
  if (host !== undefined && port !== undefined) {
    return { host: host.replace(/^\[(.*)\]$/, "$1"), port: Number(port) };
  }
  throw new InvalidArgumentError("An address must be host:port.");
}

function readName(text: string): string {
  if (isNamespace(text)) return text;
  throw new InvalidArgumentError("A namespace must consist of letters, digits, - and _.");
}

async function run(args: Arguments): Promise<void> {
  const { suite, parent } = args;
  const log = (line: string): void => {
    console.log(line);
    if (suite !== undefined) sendMessage(messagesFile(suite), line);
  };
  const functionsEmulator = functionsAddress(args);
  const eventOptions = startOptionsOf(args);
  const emulator = await start({
    host: args.host,
    port: args.port,
    namespace: args.namespace,
    rulesFile: args.rules,
    dataFolder: args.data,
    importFolder: args.import,
    exportFolder: args.exportOnExit,
    explainDenials: args.explain,
    isSingleProject: args.single_project_mode === "Warning",
    isTestRun: args.testRun,
    log,
    ...eventOptions,
    ...(functionsEmulator && { functionsEmulator }),
  }).catch((error: unknown) => {
    if (suite !== undefined) sendMessage(messagesFile(suite), problemOf(error));
    throw error;
  });
  console.log(`Realtime Database emulator at ${emulator.url}`);
  const { shuffleSeed } = eventOptions;
  if (shuffleSeed !== undefined && functionsEmulator !== undefined) {
    log(`Functions get their events out of order. To repeat the order: --seed ${shuffleSeed}`);
  }
  if (functionsEmulator !== undefined && args.schedules) {
    const scheduler = new Scheduler({
      list: () => listScheduled(functionsEmulator),
      run: (scheduled, time) => runScheduled(functionsEmulator, scheduled, time),
      now: Date.now,
      log,
    });
    scheduler.start();
  }
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    emulator.stop().then(() => process.exit(0), fail);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
  if (suite !== undefined) process.on("exit", () => rmSync(pidFile(suite), { force: true }));
  if (parent !== undefined) {
    // Once the parent is gone, nobody reads the output.
    for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
    watchParent(parent, stop);
  }
}

function functionsAddress(args: Arguments): Address | undefined {
  const { functions_emulator_host: host, functions_emulator_port: port } = args;
  return host === undefined || port === undefined ? undefined : { host, port };
}

async function runSuite(words: string[], args: ExecArguments): Promise<void> {
  const { data, explain, grace, schedules } = args;
  watchNpm(() => process.kill(process.pid, "SIGTERM"));
  process.exitCode = await execute(words, {
    program: [process.execPath, path.join(__dirname, "../bin/rtdb-emulator.cjs")],
    options: [
      ...(data === undefined ? [] : ["--data", path.resolve(data)]),
      ...(explain ? ["--explain"] : []),
      ...(schedules ? [] : ["--no-schedules"]),
      ...wordsOf(args),
    ],
    grace,
    env: process.env,
    cwd: process.cwd(),
    warn: (line) => console.error(`rtdb-emulator: ${line}`),
  });
}

async function runScheduledNow(name: string, args: RunScheduleArguments): Promise<void> {
  const outcome = await runSchedule(name, { ...args, now: Date.now });
  if (!outcome.ok) throw new EmulatorError(outcome.problem);
  console.log(outcome.line);
  if (outcome.warning !== undefined) console.error(outcome.warning);
}

/** Prints one line if the caller can fix the problem, and a stack trace if the emulator itself is at fault. */
function fail(error: unknown): never {
  console.error(
    error instanceof EmulatorError || error instanceof StorageError ? error.message : error,
  );
  process.exit(1);
}

function problemOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

command.parseAsync().catch(fail);
