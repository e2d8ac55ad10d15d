/** Builds the command line, runs it, and returns its exit code. */

import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Command, CommanderError } from "commander";
import type { OutputConfiguration } from "commander";
import { version } from "../package.json";
import { addAlertCommands } from "./commands/alerts/alerts";
import { addDoctorCommand } from "./commands/doctor";
import { addFarmCreationCommands } from "./commands/farm/creation";
import { addFarmCommands } from "./commands/farm/farms";
import { addGreenhouseCommands } from "./commands/farm/greenhouses";
import { addHistoryCommands } from "./commands/readings/history";
import { addInvitationCommands } from "./commands/farm/invitations";
import { addKeyCommands } from "./commands/farm/keys";
import { addMemberCommands } from "./commands/farm/members";
import { addOutputCommands } from "./commands/outputs/outputs";
import { addPlaceCommand } from "./commands/farm/places";
import { addReadingsCommands } from "./commands/readings/readings";
import { addSendCommands } from "./commands/sensors/send";
import { addSensorCommands } from "./commands/sensors/sensors";
import { addSimulateCommand } from "./commands/sensors/simulate";
import type { Runner } from "./commands/command";
import { createConfirmation } from "./core/confirmation";
import { createConnections } from "./core/connection";
import type { Connections } from "./core/database";
import { callersFolder, readEnvironment } from "./core/environment";
import { EXIT, misused } from "./core/failure";
import type { ExitCode } from "./core/failure";
import { createInterruption } from "./core/interruption";
import type { InterruptedProcess, Interruption } from "./core/interruption";
import { commandName, createOutput, reportError } from "./core/output";
import type { Output, OutputSettings } from "./core/output";
import { createParsingReport } from "./core/parsing-report";
import { startProgress } from "./core/progress";
import type { Session } from "./core/session";
import { resolveTarget } from "./core/target";
import type { Target, TargetOptions } from "./core/target";
import { redirectWarnings } from "./core/warnings";

interface GlobalOptions extends TargetOptions {
  readonly yes?: true;
  readonly json?: true;
  readonly verbose?: true;
}

/** The part of a process that the command line uses. */
export type HostProcess = InterruptedProcess &
  Pick<NodeJS.Process, "env" | "stdin" | "cwd" | "removeAllListeners">;

/** @param argv as process.argv */
export async function main(argv: readonly string[], process: HostProcess): Promise<ExitCode> {
  // Until the arguments are parsed.
  let settings: OutputSettings = {
    json: argv.includes("--json"),
    verbose: argv.includes("--verbose"),
    command: commandName(process.env),
  };
  const report = (error: unknown): ExitCode => reportError(error, process, settings);
  const parsing = settings.json ? createParsingReport() : undefined;
  const interruption = createInterruption(process, report);
  const output = parsing?.output ?? {
    writeOut: (text: string) => void process.stdout.write(text),
    writeErr: (text: string) => void process.stderr.write(text),
  };
  const program = createProgram(process, interruption, output);
  await addCompletions(program, argv);
  program.hook("preAction", () => {
    settings = outputSettings(program, process);
  });
  try {
    await program.parseAsync(argv);
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof CommanderError)) return report(error);
    if (error.exitCode === 0) {
      if (parsing !== undefined) createOutput(process, settings).result(parsing.result(error), "");
      return EXIT.ok;
    }
    // Without --json commander has reported it as text.
    if (parsing !== undefined) report(parsing.problem(error));
    return EXIT.usage;
  }
}

/** The whole command line, with every command. @param output where commander writes its own texts */
function createProgram(
  process: HostProcess,
  interruption: Interruption,
  output: OutputConfiguration,
): Command {
  // Commands copy these settings from the program when they are created.
  const program = new Command("farm")
    .configureOutput(output)
    .configureHelp({ showGlobalOptions: true })
    .version(version, "--version", "print the version")
    .description("Provisions farms, greenhouses, sensors and keys, and simulates devices.")
    .option("--project <id>", "a real project; the emulators, unless given")
    .option("--region <region>", "where its functions are (us-central1)")
    .option("--database-url <url>", "its database, where it is not the default one")
    .option("--functions-url <url>", "above /sensorData, where it is not the usual address")
    .option(
      "-y, --yes",
      "do not ask before a real project is touched, a key replaced or an output removed",
    )
    .option("--json", "print the result as JSON, and errors as JSON on stderr")
    .option("--verbose", "say where an error came from")
    .showHelpAfterError("(--help shows how it is used)")
    .exitOverride();
  const runner = createRunner(program, process, interruption);
  addFarmCommands(program, runner);
  addFarmCreationCommands(program, runner);
  addGreenhouseCommands(program, runner);
  addSensorCommands(program, runner);
  addKeyCommands(program, runner);
  addMemberCommands(program, runner);
  addInvitationCommands(program, runner);
  addPlaceCommand(program, runner);
  addAlertCommands(program, runner);
  addOutputCommands(program, runner);
  addSendCommands(program, addReadingsCommands(program, runner), runner);
  addHistoryCommands(program, runner);
  addSimulateCommand(program, runner);
  addDoctorCommand(program, runner);
  return program;
}

/** `farm complete bash|zsh|fish|powershell` prints a completion script. The package is loaded only for this command. */
async function addCompletions(program: Command, argv: readonly string[]): Promise<void> {
  if (argv.includes("complete")) (await import("@bomb.sh/tab/commander")).default(program);
  else program.command("complete [shell]").description("print a script for shell completion");
}

function createRunner(program: Command, process: HostProcess, interruption: Interruption): Runner {
  const run = async (work: (session: Session) => Promise<void>): Promise<void> => {
    redirectWarnings(process, console, outputSettings(program, process).json);
    const session = createSession(program, process, interruption);
    try {
      await confirmProject(session);
      await work(session);
    } finally {
      await session.connections.close();
    }
  };
  return {
    bare:
      (work) =>
      (...args) =>
        run((session) => work(session, ...args)),
    opened:
      (work) =>
      (...args) =>
        run(async (session) => {
          const database = await session.connections.open();
          await work({ ...session, database }, ...args);
        }),
  };
}

function createSession(
  program: Command,
  process: HostProcess,
  interruption: Interruption,
): Session {
  const options = program.opts<GlobalOptions>();
  const settings = outputSettings(program, process);
  const { env, stderr } = process;
  const environment = readEnvironment(process.cwd(), env);
  const { ports, running } = environment;
  const resolution = resolveTarget(options, env, ports, running);
  if (!resolution.ok) throw misused(resolution.problem, resolution.hint);
  const { target } = resolution;
  const out = createOutput(process, settings);
  return {
    target,
    connections: announced(target, out),
    environment,
    randomBytes,
    out,
    confirmation: createConfirmation(process, options.yes === true),
    resolvePath: (path: string) => resolve(callersFolder(env, process.cwd()), path),
    takeOverInterrupt: interruption.takeOver,
    now: Date.now,
    uptime: () => performance.now(),
    sleep: async (timeMs: number, signal: AbortSignal) => {
      // An aborted sleep is not an error.
      await wait(timeMs, undefined, { signal }).catch(() => undefined);
    },
    random: Math.random,
    startProgress: (title: string) => startProgress(title, stderr, settings.json),
  };
}

/** Says once which database is addressed, when it is opened. */
function announced(target: Target, out: Output): Connections {
  const connections = createConnections(target);
  let isNamed = false;
  return {
    ...connections,
    open: async (asUid) => {
      const database = await connections.open(asUid);
      if (!isNamed) {
        const of = target.kind === "project" ? `project ${target.projectId}` : "emulators";
        out.note(`Database: ${target.databaseUrl} (${of})`);
      }
      isNamed = true;
      return database;
    },
  };
}

/** A real project is never touched by accident. */
async function confirmProject({ target, confirmation }: Session): Promise<void> {
  if (target.kind === "emulators") return;
  await confirmation.confirm(
    `This is the real project ${target.projectId} (${target.databaseUrl}). Go on?`,
  );
}

function outputSettings(program: Command, { env }: HostProcess): OutputSettings {
  const { json, verbose } = program.opts<GlobalOptions>();
  return { json: json === true, verbose: verbose === true, command: commandName(env) };
}
