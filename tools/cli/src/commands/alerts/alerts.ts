/** `farm alerts list|ack|keys`. The farm page has the settings. */

import type { Command } from "commander";
import { createVapidKeys } from "@greenhouse/domain/alerts/vapid";
import type { Session } from "../../core/session";
import { wholeNumber } from "../command";
import type { Runner } from "../command";
import { acknowledgeAlerts } from "./acknowledge-alerts";
import { listAlerts, USUAL_LOG } from "./list-alerts";

const MAX_LOG = 1000;

export function addAlertCommands(program: Command, { bare, opened }: Runner): void {
  const alerts = program
    .command("alerts")
    .description("what is wrong at a farm, and who takes care of it");
  alerts
    .command("list")
    .description("list open alerts, and people that messages do not reach")
    .argument("<farmId>")
    .option("--all", `also the newest ${USUAL_LOG} that are over`)
    .option("--log <count>", "also so many that are over, the newest", wholeNumber(1, MAX_LOG))
    .action(opened(listAlerts));
  alerts
    .command("ack")
    .description("say that somebody takes care of it: nobody is reminded of it any more")
    .argument("<farmId>")
    .argument("[alertId]", "as `farm alerts list` shows it")
    .option("--all", "all that are open, snoozed ones too")
    .option("--snooze <duration>", "also say nothing of them for so long: 2h, 3d; a week at most")
    .requiredOption("--as <email|uid>", "the member who takes care of it")
    .action(opened(acknowledgeAlerts));
  alerts
    .command("keys")
    .description("make a new pair of keys for push messages, and say where it goes")
    .action(bare(makeKeys));
}

function makeKeys({ out }: Session): Promise<void> {
  const keys = createVapidKeys();
  out.note(
    "The private key, for the secret VAPID_PRIVATE_KEY: `npx firebase functions:secrets:set VAPID_PRIVATE_KEY`, paste it, and deploy the jobs again. " +
      "Whoever gets messages by push has to switch them on again after the key was replaced. The public key follows from it.",
  );
  out.result({ ...keys }, keys.privateKey);
  return Promise.resolve();
}
