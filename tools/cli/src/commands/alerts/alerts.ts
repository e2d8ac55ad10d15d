/** `farm alerts list|ack|keys`. The farm page has the settings. */

import type { Command } from "commander";
import { createVapidKeys } from "@greenhouse/domain/alerts/vapid";
import type { Session } from "../../core/session";
import { wholeNumber } from "../command";
import type { Runner } from "../command";
import { acknowledgeAlerts } from "./acknowledge-alerts";
import { listAlerts, DEFAULT_LOG } from "./list-alerts";

const MAX_LOG = 1000;

export function addAlertCommands(program: Command, { bare, opened }: Runner): void {
  const alerts = program
    .command("alerts")
    .description("the open alerts of a farm, and who takes care of them");
  alerts
    .command("list")
    .description("list open alerts, and people whom notifications do not reach")
    .argument("<farmId>")
    .option("--all", `also the last ${DEFAULT_LOG} alerts that have ended`)
    .option(
      "--log <count>",
      "also this many alerts that have ended, the newest first",
      wholeNumber(1, MAX_LOG),
    )
    .action(opened(listAlerts));
  alerts
    .command("ack")
    .description("acknowledge an alert: there are no more reminders of it")
    .argument("<farmId>")
    .argument("[alertId]", "as shown by `farm alerts list`")
    .option("--all", "all open alerts that nobody has acknowledged; with --snooze, all open alerts")
    .option(
      "--snooze <duration>",
      "also send nothing about them for this time: 2h, 3d; at most a week",
    )
    .requiredOption("--as <email|uid>", "the member who takes care of it")
    .action(opened(acknowledgeAlerts));
  alerts
    .command("keys")
    .description("make a new pair of keys for push messages, and say where to put it")
    .action(bare(makeKeys));
}

function makeKeys({ out }: Session): Promise<void> {
  const keys = createVapidKeys();
  out.note(
    "The private key, for the secret VAPID_PRIVATE_KEY: run `npx firebase functions:secrets:set VAPID_PRIVATE_KEY`, paste it, and deploy the jobs again. " +
      "After a new key, everybody who gets push messages has to switch them on again. The public key is computed from the private one.",
  );
  out.result({ ...keys }, keys.privateKey);
  return Promise.resolve();
}
