#!/usr/bin/env node
/** The command line: arguments, messages, exit codes. */

import { Command, InvalidArgumentError } from "commander";
import packageJson from "../package.json";
import { isNamespace } from "./namespaces";
import { EmulatorError, start } from "./start";

interface Arguments {
  readonly host: string;
  readonly port: number;
  readonly namespace?: string;
  readonly rules?: string;
  readonly data?: string;
  readonly import?: string;
  readonly exportOnExit?: string;
  readonly explain: boolean;
}

const command = new Command("rtdb-emulator")
  .description("An emulator of the Firebase Realtime Database.")
  .version(packageJson.version)
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
  const emulator = await start({
    host: args.host,
    port: args.port,
    namespace: args.namespace,
    rulesFile: args.rules,
    dataFolder: args.data,
    importFolder: args.import,
    exportFolder: args.exportOnExit,
    explainDenials: args.explain,
    log: (line) => console.log(line),
  });
  console.log(`Realtime Database emulator at ${emulator.url}`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void emulator.stop().then(() => process.exit(0), fail));
  }
}

/** One line for what the caller can mend; a stack trace only for a fault of our own. */
function fail(error: unknown): never {
  console.error(error instanceof EmulatorError ? error.message : error);
  process.exit(1);
}

command.parseAsync().catch(fail);
