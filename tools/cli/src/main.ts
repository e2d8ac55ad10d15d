/** Builds the command line, runs it, and returns its exit code. */

import { Command, CommanderError } from "commander";
import type { OutputConfiguration } from "commander";
import { version } from "../package.json";
import { addAlertCommands } from "./commands/alerts/alerts";
import { addDoctorCommand } from "./commands/doctor";
import { addFarmCreationCommands } from "./commands/farm/creation";
import { addFarmCommands } from "./commands/farm/farms";
import { addGreenhouseCommands } from "./commands/farm/greenhouses";
import { addInvitationCommands } from "./commands/farm/invitations";
import { addKeyCommands } from "./commands/farm/keys";
import { addMemberCommands } from "./commands/farm/members";
import { addPlaceCommand } from "./commands/farm/places";
import { addOutputCommands } from "./commands/outputs/outputs";
import { addHistoryCommands } from "./commands/readings/history";
import { addReadingsCommands } from "./commands/readings/readings";
import { addSendCommands } from "./commands/sensors/send";
import { addSensorCommands } from "./commands/sensors/sensors";
import { addSimulateCommand } from "./commands/sensors/simulate";
import { EXIT } from "./core/failure";
import type { ExitCode } from "./core/failure";
import { createInterruption } from "./core/interruption";
import type { Interruption } from "./core/interruption";
import { commandName, createOutput, reportError } from "./core/output";
import type { OutputSettings } from "./core/output";
import { createParsingReport } from "./core/parsing-report";
import { createRunner, outputSettings } from "./runner";
import type { HostProcess } from "./runner";

/** @param argv as process.argv */
export async function main(argv: readonly string[], process: HostProcess): Promise<ExitCode> {
  // Used until the arguments are parsed.
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
    // Without --json commander has already reported it as text.
    if (parsing !== undefined) report(parsing.problem(error));
    return EXIT.usage;
  }
}

/**
 * Creates the whole command line, with every command. @param output where commander writes its own
 * texts
 */
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
    .option("--project <id>", "a real project (the emulators if omitted)")
    .option("--region <region>", "region of its functions (us-central1)")
    .option("--database-url <url>", "its database, if not the default database")
    .option("--functions-url <url>", "the address before /sensorData, if not the usual one")
    .option(
      "-y, --yes",
      "do not ask before changing a real project, replacing a key or a plan, or removing an output",
    )
    .option("--json", "print the result as JSON, and errors as JSON on stderr")
    .option("--verbose", "print an error's stack trace")
    .showHelpAfterError("(--help shows the usage)")
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

/**
 * Adds `farm complete bash|zsh|fish|powershell`, which prints a completion script. Loads the
 * package only for this command.
 */
async function addCompletions(program: Command, argv: readonly string[]): Promise<void> {
  if (argv.includes("complete")) (await import("@bomb.sh/tab/commander")).default(program);
  else program.command("complete [shell]").description("print a script for shell completion");
}
