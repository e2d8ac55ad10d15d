/** The options for events on the command line. The server and `exec`, which passes them on, have the same. */

import { randomInt } from "node:crypto";
import { InvalidArgumentError, Option } from "commander";
import { EmulatorError, type EmulatorOptions } from "./start";
import { isSeed, isShare, MAX_SEED, SEED, SHARE } from "./triggers/disorder";

export interface EventArguments {
  readonly shuffleEvents?: true;
  readonly seed?: number;
  readonly repeatEvents?: number;
  readonly unknownAuthType?: true;
}

export function createEventOptions(): readonly Option[] {
  return [
    new Option("--shuffle-events", "send functions their events out of order, like production"),
    new Option("--seed <number>", "the order of --shuffle-events; random by default").argParser(
      (text) => readNumber("A seed", text, isSeed, SEED),
    ),
    new Option(
      "--repeat-events <share>",
      "send this share of the events twice (0.1: 10 %)",
    ).argParser((text) => readNumber("A share", text, isShare, SHARE)),
    new Option(
      "--unknown-auth-type",
      "omit the writer from 2nd-generation events, like production",
    ),
  ];
}

function readNumber(
  what: string,
  text: string,
  isValid: (value: number) => boolean,
  valid: string,
): number {
  const value = Number(text);
  if (text.trim() !== "" && isValid(value)) return value;
  throw new InvalidArgumentError(`${what} must be ${valid}.`);
}

/** Returns the words of a command line with these arguments. */
export function wordsOf(args: EventArguments): readonly string[] {
  check(args);
  const { shuffleEvents, seed, repeatEvents, unknownAuthType } = args;
  return [
    ...(shuffleEvents ? ["--shuffle-events"] : []),
    ...(seed === undefined ? [] : ["--seed", String(seed)]),
    ...(repeatEvents === undefined ? [] : ["--repeat-events", String(repeatEvents)]),
    ...(unknownAuthType ? ["--unknown-auth-type"] : []),
  ];
}

/** Returns the options of `start()`. Without a seed it draws one. */
export function startOptionsOf(
  args: EventArguments,
): Pick<EmulatorOptions, "shuffleSeed" | "repeatedShare" | "isAuthTypeUnknown"> {
  check(args);
  const { shuffleEvents, seed, repeatEvents, unknownAuthType } = args;
  return {
    ...(shuffleEvents && { shuffleSeed: seed ?? randomInt(MAX_SEED + 1) }),
    repeatedShare: repeatEvents,
    isAuthTypeUnknown: unknownAuthType,
  };
}

/** @throws EmulatorError if an argument needs another one */
function check({ seed, shuffleEvents }: EventArguments): void {
  if (seed !== undefined && !shuffleEvents) {
    throw new EmulatorError("--seed needs --shuffle-events.");
  }
}
