import { Command } from "commander";
import {
  createEventOptions,
  type EventArguments,
  startOptionsOf,
  wordsOf,
} from "../../src/event-arguments";

function parse(...words: readonly string[]): EventArguments {
  const command = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
  for (const option of createEventOptions()) command.addOption(option);
  return command.parse(words, { from: "user" }).opts();
}

it("changes no events by default", () => {
  expect(wordsOf(parse())).toEqual([]);
  expect(startOptionsOf(parse())).toEqual({});
});

it("passes all options from exec to the server, and from there to start()", () => {
  const words = [
    "--shuffle-events",
    "--seed",
    "7",
    "--repeat-events",
    "0.1",
    "--unknown-auth-type",
  ];
  expect(wordsOf(parse(...words))).toEqual(words);
  expect(startOptionsOf(parse(...words))).toEqual({
    shuffleSeed: 7,
    repeatedShare: 0.1,
    isAuthTypeUnknown: true,
  });
});

it("draws a seed for --shuffle-events without --seed", () => {
  const seeds = Array.from(
    { length: 3 },
    () => startOptionsOf(parse("--shuffle-events")).shuffleSeed,
  );
  expect(new Set(seeds).size).toBeGreaterThan(1);
});

const SEED = "A seed must be a whole number from 0 to 4294967295.";
const SHARE = "A share must be a number from 0 to 1, such as 0.1 for one event in ten.";

it.each([
  [["--shuffle-events", "--seed", "-1"], SEED],
  [["--shuffle-events", "--seed", "1.5"], SEED],
  [["--shuffle-events", "--seed", "4294967296"], SEED],
  [["--shuffle-events", "--seed", ""], SEED],
  [["--repeat-events", "10%"], SHARE],
  [["--repeat-events", "1.1"], SHARE],
  [["--seed", "1"], "--seed needs --shuffle-events."],
])("refuses %j", (words, message) => {
  expect(() => wordsOf(parse(...words))).toThrow(message);
  expect(() => startOptionsOf(parse(...words))).toThrow(message);
});
