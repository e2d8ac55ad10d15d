/** `farm output add|list|on|off|log|plan|remove`: outputs of boards, their orders and plans. */

import { InvalidArgumentError, Option } from "commander";
import type { Command } from "commander";
import {
  isOutputName,
  LEASE_SECONDS,
  MAX_ON_SECONDS,
  MAX_ORDER_MS,
  MAX_VALUE,
} from "@greenhouse/domain/outputs/limits";
import { OUTPUT_KINDS } from "@greenhouse/domain/outputs/model";
import { formatSeconds } from "../../core/time";
import { seconds, wholeNumber } from "../command";
import type { Runner } from "../command";
import { addOutput, DEFAULT_LEASE_SECONDS, removeOutput } from "./define-output";
import { listOutputs } from "./list-outputs";
import { showLog, switchOff, switchOn } from "./order-output";
import { addPlanCommands } from "./plans";

const UID = "<uid>";
const OUTPUT = "<output>";
const AS = ["--as <email|uid>", "the member who orders (an owner if omitted)"] as const;
const DEFAULT_LOG = 20;
const MAX_LOG = 1000;

export function addOutputCommands(program: Command, runner: Runner): void {
  const { opened } = runner;
  const output = program
    .command("output")
    .description("valves, pumps and vents that boards switch (docs/outputs.md)");
  output
    .command("add")
    .description("define an output of a board, or change it")
    .argument(UID, "the board's sensor")
    .argument(OUTPUT, "its name in the board's program: valve, pump-2", outputName)
    .argument("<name>", "its name on the page")
    .addOption(new Option("--kind <kind>", "a level is from 0 to 100").choices(OUTPUT_KINDS))
    .option(
      "--lease <duration>",
      `how long it may stay on without contact (${formatSeconds(DEFAULT_LEASE_SECONDS)}): at least three times the board's interval`,
      seconds(LEASE_SECONDS),
    )
    .option(
      "--max-a-day <duration>",
      "how long it may be on in a day, whoever orders it; required for a new output",
      seconds(MAX_ON_SECONDS),
    )
    .option("--members", "let viewers of the farm order it too")
    .option("--no-members", "let only owners order it")
    .action(opened(addOutput));
  output
    .command("list")
    .description("list a farm's outputs: orders, and the boards' last reports")
    .argument("<farmId>")
    .action(opened(listOutputs));
  output
    .command("on")
    .description("switch an output on for a while")
    .argument(UID)
    .argument(OUTPUT)
    .requiredOption(
      "--for <duration>",
      "30s, 10m, 2h: at most 24 hours",
      seconds({ min: 1, max: MAX_ORDER_MS / 1_000 }),
    )
    .option(
      "--level <percent>",
      "how far (100); only for outputs with a level",
      wholeNumber(1, MAX_VALUE.level),
    )
    .option(...AS)
    .action(opened(switchOn));
  output
    .command("off")
    .description("switch an output off")
    .argument(UID)
    .argument(OUTPUT)
    .option(...AS)
    .action(opened(switchOff));
  output
    .command("log")
    .description("list who ordered what, the newest first")
    .argument(UID)
    .argument(OUTPUT)
    .option("--last <count>", "how many orders", wholeNumber(1, MAX_LOG), DEFAULT_LOG)
    .action(opened(showLog));
  addPlanCommands(output, runner);
  output
    .command("remove")
    .description("remove an output, its plan, its orders and their log; its board switches it off")
    .argument(UID)
    .argument(OUTPUT)
    .action(opened(removeOutput));
}

function outputName(text: string): string {
  if (isOutputName(text)) return text;
  throw new InvalidArgumentError(
    "It must be up to 15 lower-case letters, digits, - and _, and begin with a letter.",
  );
}
