#!/usr/bin/env node
/** The command line: arguments, messages, exit codes. */

import path from "node:path";
import { Command, InvalidArgumentError, Option } from "commander";
import packageJson from "../package.json";
import { isNamespace } from "./namespaces";
import { EmulatorError, start } from "./start";
import { execute } from "./suite/exec";
import { sendMessage } from "./suite/messages";
import { watchParent } from "./suite/parent";

interface Arguments {
  readonly host: string;
  readonly port: number;
  readonly namespace?: string;
  readonly rules?: string;
  readonly data?: string;
  readonly import?: string;
  readonly exportOnExit?: string;
  readonly explain: boolean;
  readonly functions_emulator_host?: string;
  readonly functions_emulator_port?: number;
  readonly messages?: string;
  readonly parent?: number;
}

interface ExecArguments {
  readonly data?: string;
  readonly explain: boolean;
}

const command = new Command("rtdb-emulator")
  .description("An emulator of the Firebase Realtime Database.")
  .version(packageJson.version)
  .enablePositionalOptions()
  .option("--host <name>", "where to listen", "127.0.0.1")
  .option("--port <number>", "0 takes any free port", readPort, 9000)
  .option("--namespace <name>", "for clients that name none; the rules are for it alone", readName)
  .option("--rules <file>", "security rules, loaded again when the file changes")
  .option("--data <folder>", "keep the data in this folder")
  .option("--import <folder>", "load what `firebase emulators:export` wrote")
  .option("--export-on-exit <folder>", "write the same format when stopped")
  .option("--explain", "tell clients which rule refused a write (their SDKs print it)", false)
  .showHelpAfterError("(--help shows the options)")
  .action(run);

// What firebase-tools passes, and what `exec` adds.
for (const flags of [
  "--single_project_mode <mode>",
  "--functions_emulator_host <name>",
  "--messages <file>",
]) {
  command.addOption(new Option(flags).hideHelp());
}
command.addOption(new Option("--functions_emulator_port <number>").argParser(readPort).hideHelp());
command.addOption(new Option("--parent <pid>").argParser(Number).hideHelp());

command
  .command("exec")
  .description("run a command of firebase-tools with this database emulator and without Java")
  .argument("<command...>", "such as: firebase emulators:start")
  .option("--data <folder>", "keep the data in this folder")
  .option("--explain", "tell clients which rule refused a write (their SDKs print it)", false)
  .passThroughOptions()
  .showHelpAfterError("(exec --help shows the options)")
  .action(runSuite);

function readPort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new InvalidArgumentError("A port is a whole number from 0 to 65535.");
}

function readName(text: string): string {
  if (isNamespace(text)) return text;
  throw new InvalidArgumentError("A namespace is made of letters, digits, - and _.");
}

async function run(args: Arguments): Promise<void> {
  const { messages, parent, functions_emulator_port: functionsPort } = args;
  const log = (line: string): void => {
    console.log(line);
    if (messages !== undefined) sendMessage(messages, line);
  };
  const emulator = await start({
    host: args.host,
    port: args.port,
    namespace: args.namespace,
    rulesFile: args.rules,
    dataFolder: args.data,
    importFolder: args.import,
    exportFolder: args.exportOnExit,
    explainDenials: args.explain,
    functionsEmulator:
      functionsPort === undefined
        ? undefined
        : { host: args.functions_emulator_host ?? "127.0.0.1", port: functionsPort },
    log,
  }).catch((error: unknown) => {
    if (messages !== undefined) sendMessage(messages, problemOf(error));
    throw error;
  });
  console.log(`Realtime Database emulator at ${emulator.url}`);
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    emulator.stop().then(() => process.exit(0), fail);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
  if (parent !== undefined) {
    // Nobody reads its output then.
    for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
    watchParent(parent, stop);
  }
}

async function runSuite(words: string[], { data, explain }: ExecArguments): Promise<void> {
  process.exitCode = await execute(words, {
    program: [process.execPath, path.resolve(__filename)],
    options: [
      ...(data === undefined ? [] : ["--data", path.resolve(data)]),
      ...(explain ? ["--explain"] : []),
    ],
    env: process.env,
    cwd: process.cwd(),
    warn: (line) => console.error(`rtdb-emulator: ${line}`),
  });
}

/** One line for what the caller can mend; a stack trace only for a fault of our own. */
function fail(error: unknown): never {
  console.error(error instanceof EmulatorError ? error.message : error);
  process.exit(1);
}

function problemOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

command.parseAsync().catch(fail);
