/** `farm output plan show|next|set|remove|pause|resume|example`: plans by which outputs switch by themselves. */

import { Argument, InvalidArgumentError } from "commander";
import type { Command } from "commander";
import { MAX_PAUSE_MS, READ_RUNS } from "@greenhouse/domain/outputs/plans/limits";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "@greenhouse/domain/time";
import { parseDuration } from "../../core/time";
import { PLAN_EXAMPLES } from "../../outputs/plan-examples";
import { listFields } from "../../outputs/plan-fields";
import { wholeNumber } from "../command";
import type { Runner } from "../command";
import { pausePlan, removePlan, resumePlan, setPlan } from "./change-plan";
import { printExample, showNext, showPlan } from "./show-plan";

const DEFAULT_LAST = 5;
const DEFAULT_NEXT = 5;
const MAX_NEXT = 50;

/** The fields of the file, and how to change a plan. */
function describeFile(): string {
  return `
Fields of the file:
${listFields()}

To change a plan:
  farm output plan show <uid> <output> --json > plan.json
  farm output plan set <uid> <output> --file plan.json`;
}

export function addPlanCommands(output: Command, { bare, opened }: Runner): void {
  const plan = output
    .command("plan")
    .description("plans by which outputs switch by themselves (docs/outputs.md#plans)");
  const ofOutput = (name: string, description: string): Command =>
    plan.command(name).description(description).argument("<uid>").argument("<output>");
  ofOutput("show", "say what the plan does, next and lately, and why; --json: as `set` reads it")
    .option("--last <count>", "how many runs", wholeNumber(0, READ_RUNS), DEFAULT_LAST)
    .action(opened(showPlan));
  ofOutput("next", "list the next runs, with their conditions and the present value")
    .option("--count <count>", "how many runs", wholeNumber(1, MAX_NEXT), DEFAULT_NEXT)
    .action(opened(showNext));
  ofOutput("set", "set the plan of an output, or replace it")
    .requiredOption("--file <file>", "a JSON file; - reads standard input")
    .addHelpText("after", describeFile)
    .action(opened(setPlan));
  ofOutput("remove", "remove the plan").action(opened(removePlan));
  ofOutput("pause", "switch nothing on for a while")
    .requiredOption("--for <duration>", "12h, 3d: at most 30 days", pauseSeconds)
    .action(opened(pausePlan));
  ofOutput("resume", "end the pause").action(opened(resumePlan));
  plan
    .command("example")
    .description("print a plan to start from, as `set` reads it")
    .addArgument(new Argument("<kind>").choices(Object.keys(PLAN_EXAMPLES)))
    .action(bare(printExample));
}

function pauseSeconds(text: string): number {
  const ms = parseDuration(text) ?? NaN;
  if (ms >= MINUTE_MS && ms <= MAX_PAUSE_MS) return ms / SECOND_MS;
  throw new InvalidArgumentError(
    `It must be from 1m to ${MAX_PAUSE_MS / DAY_MS}d, such as 12h or 3d.`,
  );
}
