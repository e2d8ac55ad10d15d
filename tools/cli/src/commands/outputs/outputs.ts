/** `farm output add|list|on|off|log|remove`: what boards switch, what is ordered, and who ordered it. */

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

const UID = "<uid>";
const OUTPUT = "<output>";
const AS = ["--as <email|uid>", "the member who orders it (an owner)"] as const;
const USUAL_LOG = 20;
const MAX_LOG = 1000;

export function addOutputCommands(program: Command, { opened }: Runner): void {
  const output = program
    .command("output")
    .description("valves, pumps and vents that boards switch (docs/outputs.md)");
  output
    .command("add")
    .description("define an output of a board, or change one")
    .argument(UID, "the board's sensor")
    .argument(OUTPUT, "as the board's program calls it: valve, pump-2", outputName)
    .argument("<name>", "as people see it")
    .addOption(new Option("--kind <kind>", "a level is 0 to 100").choices(OUTPUT_KINDS))
    .option(
      "--lease <duration>",
      `how long it may be on without hearing anything (${formatSeconds(DEFAULT_LEASE_SECONDS)}): at least three times the board's interval`,
      seconds(LEASE_SECONDS),
    )
    .option(
      "--max-a-day <duration>",
      "how long it may be on in a day, whatever is ordered; a new one needs it",
      seconds(MAX_ON_SECONDS),
    )
    .option("--members", "viewers of the farm may order it, too")
    .option("--no-members", "they may not")
    .action(opened(addOutput));
  output
    .command("list")
    .description("list a farm's outputs: what is ordered, and what the boards said last")
    .argument("<farmId>")
    .action(opened(listOutputs));
  output
    .command("on")
    .description("switch an output on, for a while")
    .argument(UID)
    .argument(OUTPUT)
    .requiredOption(
      "--for <duration>",
      "30s, 10m, 2h: 24 hours at most",
      seconds({ min: 1, max: MAX_ORDER_MS / 1_000 }),
    )
    .option("--level <percent>", "how far, of a level (100)", wholeNumber(1, MAX_VALUE.level))
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
    .description("who ordered what, the newest first")
    .argument(UID)
    .argument(OUTPUT)
    .option("--last <count>", "so many", wholeNumber(1, MAX_LOG), USUAL_LOG)
    .action(opened(showLog));
  output
    .command("remove")
    .description("remove an output, its orders and their log: its board keeps it off")
    .argument(UID)
    .argument(OUTPUT)
    .action(opened(removeOutput));
}

function outputName(text: string): string {
  if (isOutputName(text)) return text;
  throw new InvalidArgumentError(
    "It must be up to 15 lower-case letters, digits, - and _, a letter first.",
  );
}
