/** Puts the command line together, runs it, and returns its exit code. */

import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import process from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import { Command, CommanderError } from "commander";
import type { OutputConfiguration } from "commander";
import { version } from "../package.json";
import { addCompletions } from "./completions";
import { addDoctorCommand } from "./commands/doctor";
import { addFarmCommands } from "./commands/farms";
import { addGreenhouseCommands } from "./commands/greenhouses";
import { addHistoryCommands } from "./commands/history";
import { addKeyCommands } from "./commands/keys";
import { addMemberCommands } from "./commands/members";
import { addReadingsCommands } from "./commands/readings";
import { addSendCommand } from "./commands/send";
import { addSensorCommands } from "./commands/sensors";
import { addSimulateCommand } from "./commands/simulate";
import type { Runner } from "./commands/command";
import { createConnections } from "./connection";
import { createConsent } from "./consent";
import { EXIT, misused } from "./failure";
import type { ExitCode } from "./failure";
import { createInterruption } from "./interruption";
import type { Interruption } from "./interruption";
import { commandName, createOutput, reportError } from "./output";
import type { OutputSettings } from "./output";
import { createParsingReport } from "./parsing-report";
import { startProgress } from "./progress";
import type { OpenSession, Session } from "./session";
import { sessionOf, sessionOfGreenhouse } from "./routing";
import { callersFolder, readSurroundings } from "./surroundings";
import { EMULATED_PROJECT, resolveTarget } from "./target";
import type { TargetOptions } from "./target";
import { redirectWarnings } from "./warnings";

interface GlobalOptions extends TargetOptions {
  readonly yes?: true;
  readonly json?: true;
  readonly verbose?: true;
}

/** @param argv as process.argv */
export async function main(argv: readonly string[]): Promise<ExitCode> {
  // Whether the command line itself can be read is not known yet.
  let settings: OutputSettings = {
    json: argv.includes("--json"),
    verbose: argv.includes("--verbose"),
    command: commandName(process.env),
  };
  const report = (error: unknown): ExitCode => reportError(error, process, settings);
  const parsing = settings.json ? createParsingReport() : undefined;
  const program = createProgram(createInterruption(process, report), parsing?.output);
  program.hook("preAction", () => {
    settings = outputSettings(program);
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
    // Without --json commander has said it already, in text.
    if (parsing !== undefined) report(parsing.problem(error));
    return EXIT.usage;
  }
}

/**
 * The whole command line, with every command.
 * @param output where commander writes its own texts; to stdout and stderr, unless given
 */
function createProgram(interruption: Interruption, output: OutputConfiguration = {}): Command {
  // Commands take these settings from the program when they are made.
  const program = new Command("farm")
    .configureOutput(output)
    .configureHelp({ showGlobalOptions: true })
    .version(version, "--version", "print the version")
    .description("Provisions farms, greenhouses, sensors and keys, and simulates devices.")
    .option("--project <id>", "a real project; the emulators, unless given")
    .option("--region <region>", "where its functions are (us-central1)")
    .option("--database-url <url>", "its database, where it is not the default one")
    .option(
      "--database-instances <map>",
      "prefix=instance,…: further databases, as DATABASE_INSTANCES",
    )
    .option("--functions-url <url>", "above /sensorData, where it is not the usual address")
    .option("-y, --yes", "do not ask before a real project is touched or a key replaced")
    .option("--json", "print the result as JSON, and errors as JSON on stderr")
    .option("--verbose", "say where an error came from")
    .showHelpAfterError("(--help shows how it is used)")
    .exitOverride();
  const runner = createRunner(program, interruption);
  addFarmCommands(program, runner);
  // `farm farm create` is what those write who take the first word for the program's name.
  addFarmCommands(program.command("farm", { hidden: true }), runner);
  addGreenhouseCommands(program, runner);
  addSensorCommands(program, runner);
  addKeyCommands(program, runner);
  addMemberCommands(program, runner);
  addSendCommand(program, runner);
  addReadingsCommands(program, runner);
  addHistoryCommands(program, runner);
  addSimulateCommand(program, runner);
  addDoctorCommand(program, runner);
  addCompletions(program);
  return program;
}

function createRunner(program: Command, interruption: Interruption): Runner {
  const run = async (
    choose: (session: Session) => Session,
    work: (session: Session) => Promise<void>,
  ): Promise<void> => {
    const databases = new Map<string, Session>();
    redirectWarnings(process, console, outputSettings(program).json);
    try {
      const session = choose(createSession(program, interruption, databases));
      await askForProject(session);
      await work(session);
    } finally {
      await Promise.all(Array.from(databases.values(), ({ connections }) => connections.close()));
    }
  };
  return {
    bare:
      (work) =>
      (...args) =>
        run(
          (session) => session,
          (session) => work(session, ...args),
        ),
    opened:
      (work) =>
      (...args) =>
        run(
          (session) => (typeof args[0] === "string" ? sessionOf(session, args[0]) : session),
          async (session) => work(await open(session), ...args),
        ),
    openedForGreenhouse:
      (work) =>
      (greenhouseId, ...args) =>
        run(
          (session) => session,
          async (session) =>
            work(
              await open(await sessionOfGreenhouse(session, greenhouseId)),
              greenhouseId,
              ...args,
            ),
        ),
  };
}

async function open(session: Session): Promise<OpenSession> {
  return { ...session, database: await session.connections.open() };
}

/** @param databases gets the sessions of all databases that are used, by their addresses */
function createSession(
  program: Command,
  interruption: Interruption,
  databases: Map<string, Session>,
): Session {
  const options = program.opts<GlobalOptions>();
  const settings = outputSettings(program);
  const surroundings = readSurroundings(process.cwd());
  const instances =
    process.env["DATABASE_INSTANCES"] ??
    surroundings.readParameter("DATABASE_INSTANCES", options.project ?? EMULATED_PROJECT);
  const { ports, running } = surroundings;
  const resolution = resolveTarget(options, process.env, ports, instances, running);
  if (!resolution.ok) throw misused(resolution.problem, resolution.hint);
  const at = (databaseUrl: string): Session => {
    const known = databases.get(databaseUrl);
    if (known !== undefined) return known;
    const target = { ...resolution.target, databaseUrl };
    const session = {
      ...{ target, surroundings, at },
      connections: createConnections(target, process.env),
      ...terminalOf(options, settings, interruption),
    };
    databases.set(databaseUrl, session);
    return session;
  };
  return at(resolution.target.databaseUrl);
}

type Terminal = Omit<Session, "target" | "surroundings" | "connections" | "at">;

function terminalOf(
  options: GlobalOptions,
  settings: OutputSettings,
  interruption: Interruption,
): Terminal {
  return {
    out: createOutput(process, settings),
    consent: createConsent(process),
    env: process.env,
    stdout: process.stdout,
    isAgreed: options.yes === true,
    resolvePath: (path) => resolve(callersFolder(process.env, process.cwd()), path),
    takeOverInterrupt: interruption.takeOver,
    now: Date.now,
    sleep: async (timeMs, signal) => {
      // Being woken up is no failure.
      await wait(timeMs, undefined, { signal }).catch(() => undefined);
    },
    randomBytes,
    random: Math.random,
    startProgress: (title) => startProgress(title, process.stderr, settings.json),
  };
}

/** A real project is never touched by accident. */
async function askForProject({ target, consent, isAgreed }: Session): Promise<void> {
  if (target.kind === "emulators") return;
  const question = `This is the real project ${target.projectId} (${target.databaseUrl}). Go on?`;
  await consent.confirm(question, isAgreed, "--yes");
}

function outputSettings(program: Command): OutputSettings {
  const { json, verbose } = program.opts<GlobalOptions>();
  return { json: json === true, verbose: verbose === true, command: commandName(process.env) };
}
