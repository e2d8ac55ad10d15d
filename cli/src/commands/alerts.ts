/** `farm alerts list|ack|keys`; settings and test are in files of their own. */

import type { Command } from "commander";
import type { LoggedAlert } from "../../../domain/src/alerts";
import { createVapidKeys } from "../../../domain/src/vapid";
import { describeAlert, readLog, readOpen, readSettings, readUndelivered } from "../alerts";
import type { Opened, StoredSettings, Undelivered } from "../alerts";
import type { Json } from "../database";
import { failed, misused } from "../failure";
import { nameOf, requireFarm, requireMember } from "../farms";
import type { Farm } from "../farms";
import { farmCommand } from "../hint";
import { updateAs } from "../session";
import type { OpenSession, Session } from "../session";
import { count, formatTable } from "../text";
import { formatTime, parseDuration } from "../time";
import { addAlertSettingsCommand } from "./alert-settings";
import { addAlertTestCommand } from "./alert-test";
import { wholeNumber } from "./command";
import type { Runner } from "./command";

const MAX_LOG = 1000;
/** How many past alerts --all shows. */
const USUAL_LOG = 20;
const WEEK_MS = 7 * 86_400_000;

export function addAlertCommands(program: Command, runner: Runner): void {
  const alerts = program
    .command("alerts")
    .description("what is wrong at a farm, and who is notified");
  alerts
    .command("list")
    .description("list open alerts, and people that messages do not reach")
    .argument("<farmId>")
    .option("--all", `also the newest ${USUAL_LOG} that are over`)
    .option("--log <count>", "also so many that are over, the newest", wholeNumber(1, MAX_LOG))
    .action(runner.opened(listAlerts));
  addAlertSettingsCommand(alerts, runner);
  addAlertTestCommand(alerts, runner);
  alerts
    .command("ack")
    .description("say that somebody takes care of it: nobody is reminded of it any more")
    .argument("<farmId>")
    .argument("[alertId]", "as `farm alerts list` shows it")
    .option("--all", "all that are open, snoozed ones too")
    .option("--snooze <duration>", "also say nothing of them for so long: 2h, 3d; a week at most")
    .requiredOption("--as <email|uid>", "the member who takes care of it")
    .action(runner.opened(acknowledge));
  alerts
    .command("keys")
    .description("make a new pair of keys for push messages, and say where it goes")
    .action(runner.bare(makeKeys));
}

async function listAlerts(
  { database, out }: OpenSession,
  farmId: string,
  options: { readonly all?: true; readonly log?: number },
): Promise<void> {
  const farm = await requireFarm(database, farmId);
  const newest = options.log ?? (options.all === true ? USUAL_LOG : 0);
  const [settings, open, undelivered, log] = await Promise.all([
    readSettings(database, farmId),
    readOpen(database, farmId),
    readUndelivered(database, farmId),
    newest === 0 ? [] : readLog(database, farmId, newest),
  ]);
  const json = {
    ...{ farmId, isWatched: settings !== undefined, open, undelivered },
    ...(newest > 0 && { log }),
  };
  const parts = [
    formatOpen(farm, open, settings),
    ...(undelivered.length === 0 ? [] : [formatUndelivered(farm, undelivered)]),
    ...(newest === 0 ? [] : [formatLog(farm, log)]),
  ];
  out.result(json as unknown as Json, parts.join("\n\n"));
}

function formatOpen(
  farm: Farm,
  open: readonly Opened[],
  settings: StoredSettings | undefined,
): string {
  const { farmId } = farm;
  const switchingOn = farmCommand("alerts settings", [farmId], { options: "--silent-after 30" });
  return formatTable(
    ["alert", "sensor", "greenhouse", "what", "since", "state"],
    open.map((alert) => [
      alert.alertId,
      alert.sensorName,
      alert.greenhouseName,
      describeAlert(alert),
      formatTime(alert.since),
      stateOf(farm, alert),
    ]),
    settings === undefined
      ? `${farmId} is not watched. Switch it on: ${switchingOn}`
      : `No alert of ${farmId} is open.`,
  );
}

function stateOf(farm: Farm, { acknowledgedBy, snoozedUntil }: Opened): string {
  const parts = [
    ...(acknowledgedBy === undefined ? [] : [`acknowledged by ${nameOf(farm, acknowledgedBy)}`]),
    ...(snoozedUntil === undefined ? [] : [`snoozed until ${formatTime(snoozedUntil)}`]),
  ];
  return parts.join(", ") || "open";
}

function formatUndelivered(farm: Farm, undelivered: readonly Undelivered[]): string {
  const rows = undelivered.map(({ person, channel, at, problem }) => [
    ...[channel, person === undefined ? "" : nameOf(farm, person), formatTime(at), problem],
  ]);
  return formatTable(["not reached by", "member", "message of", "problem"], rows, "");
}

function formatLog(farm: Farm, log: readonly LoggedAlert[]): string {
  return formatTable(
    ["over", "since", "sensor", "greenhouse", "what", "acknowledged by"],
    log.map((alert) => [
      formatTime(alert.clearedAt),
      formatTime(alert.since),
      alert.sensorName,
      alert.greenhouseName,
      describeAlert(alert),
      alert.acknowledgedBy === undefined ? "" : nameOf(farm, alert.acknowledgedBy),
    ]),
    `Nothing is over yet at ${farm.farmId}.`,
  );
}

interface AcknowledgeOptions {
  readonly all?: true;
  readonly snooze?: string;
  readonly as: string;
}

async function acknowledge(
  session: OpenSession,
  farmId: string,
  alertId: string | undefined,
  options: AcknowledgeOptions,
): Promise<void> {
  if ((alertId === undefined) !== (options.all === true)) {
    throw misused(
      "Name one alert, or give --all.",
      `${farmCommand("alerts list", [farmId])} shows them.`,
    );
  }
  const snoozeMs = readSnooze(options.snooze);
  const { database, out } = session;
  const { uid } = await requireMember(session, await requireFarm(database, farmId), options.as);
  const open = await readOpen(database, farmId);
  const chosen = open.filter((alert) => alertId === undefined || alert.alertId === alertId);
  if (alertId !== undefined && chosen.length === 0) {
    throw failed(
      `There is no open alert ${alertId} at ${farmId}: it may be over.`,
      `Those that are open: ${farmCommand("alerts list", [farmId])}`,
    );
  }
  const now = session.now() + (await database.clockOffset());
  const snoozedUntil = snoozeMs === undefined ? undefined : now + snoozeMs;
  const changes = chosen.flatMap(({ alertId: id }): [string, Json][] => [
    [`alerts/${farmId}/open/${id}/acknowledgedBy`, uid],
    ...(snoozedUntil === undefined
      ? []
      : [[`alerts/${farmId}/open/${id}/snoozedUntil`, snoozedUntil] as [string, Json]]),
  ]);
  if (changes.length > 0) await updateAs(session, uid, Object.fromEntries(changes));
  const until =
    snoozedUntil === undefined ? "" : `, and says nothing until ${formatTime(snoozedUntil)}`;
  out.result(
    {
      ...{ farmId, by: uid },
      acknowledged: chosen.map((alert) => ({
        alertId: alert.alertId,
        snoozedUntil: snoozedUntil ?? alert.snoozedUntil ?? null,
      })),
    },
    chosen.length === 0
      ? `No alert of ${farmId} is open.`
      : `${options.as} takes care of ${count(chosen.length, "alert")} of ${farmId}${until}.`,
  );
}

/** @throws CommandError (usage) where the text is no duration up to a week */
function readSnooze(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const duration = parseDuration(text);
  if (duration !== undefined && duration > 0 && duration <= WEEK_MS) return duration;
  throw misused(
    `--snooze ${text} is no duration of at most a week.`,
    "Give one like 90m, 2h or 3d.",
  );
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
