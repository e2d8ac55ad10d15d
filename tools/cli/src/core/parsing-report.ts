/** With --json, what commander would write as text (help, the version, mistakes of use) becomes JSON as well. */

import type { CommanderError, OutputConfiguration } from "commander";
import type { JsonObject } from "./database";
import { misused } from "./failure";

export interface ParsingReport {
  /** Keeps commander's texts from stdout and stderr. */
  readonly output: OutputConfiguration;
  /** What was asked for: `{"version": "…"}` or `{"help": "…"}`. */
  readonly result: (error: CommanderError) => JsonObject;
  /** What is wrong with the command line, as an error of ours. */
  readonly problem: (error: CommanderError) => Error;
}

export function createParsingReport(): ParsingReport {
  let text = "";
  return {
    output: { writeOut: (more) => (text += more), writeErr: () => undefined },
    result: ({ code }) => ({ [code === "commander.version" ? "version" : "help"]: text.trim() }),
    problem: ({ code, message }) => {
      // It has shown its help instead of a message.
      if (code === "commander.help") return misused("A command is needed.", HELP);
      const [problem = "", ...suggestions] = message.replace(/^error: /, "").split("\n");
      return misused(problem, suggestions.length === 0 ? undefined : suggestions.join(" "));
    },
  };
}

const HELP = "--help lists the commands.";
