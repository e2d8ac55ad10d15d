/** Turns commander's texts (help, the version, usage errors) into JSON when --json is given. */

import type { CommanderError, OutputConfiguration } from "commander";
import type { JsonObject } from "./database";
import { misused } from "./failure";

export interface ParsingReport {
  /** Keeps commander's texts from stdout and stderr. */
  readonly output: OutputConfiguration;
  /** Returns the requested `{"version": "…"}` or `{"help": "…"}`. */
  readonly result: (error: CommanderError) => JsonObject;
  /** Returns the problem of the command line as an error of ours. */
  readonly problem: (error: CommanderError) => Error;
}

export function createParsingReport(): ParsingReport {
  let text = "";
  return {
    output: { writeOut: (more) => (text += more), writeErr: () => undefined },
    result: ({ code }) => ({ [code === "commander.version" ? "version" : "help"]: text.trim() }),
    problem: ({ code, message }) => {
      // Commander has shown its help instead of a message.
      if (code === "commander.help") return misused("A command is missing.", HELP);
      const [problem = "", ...suggestions] = message.replace(/^error: /, "").split("\n");
      return misused(problem, suggestions.length === 0 ? undefined : suggestions.join(" "));
    },
  };
}

const HELP = "--help lists the commands.";
