/** `farm alerts list|ack|keys`. The farm page has the settings. */

import { DAY_MS } from "@greenhouse/domain/time";
import type { Command } from "commander";
import type { Listed, Undelivered } from "@greenhouse/domain/alerts/records";
import type { LoggedAlert, OpenAlert } from "@greenhouse/domain/alerts/model";
import { createVapidKeys } from "@greenhouse/domain/alerts/vapid";
import { CHANNEL_NAMES, describeAlert } from "../../alerts/alert-text";
import { readLog, readOpen, readSettings, readUnreached } from "../../alerts/stored-alerts";
import type { Json } from "../../core/database";
import { failed, misused } from "../../core/failure";
import { nameAll, requireFarm, requireMember } from "../../farm/farms";
import { farmCommand } from "../../core/hint";
import { deniedByRules, serverTime } from "../../core/session";
import type { OpenSession, Session } from "../../core/session";
import { count, formatTable, printable } from "../../core/text";
import { formatMinute, parseDuration } from "../../core/time";
import { wholeNumber } from "../command";
import type { Runner } from "../command";

const MAX_LOG = 1000;
/** How many past alerts --all shows. */
const USUAL_LOG = 20;
/** More open alerts than anybody reads; --json has all. */
const MAX_SHOWN = 100;
/** Alerts that one update acknowledges. */
const MAX_ACKNOWLEDGED = 1000;
const WEEK_MS = 7 * DAY_MS;

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
    .action(opened(acknowledge));
  alerts
    .command("keys")
    .description("make a new pair of keys for push messages, and say where it goes")
    .action(bare(makeKeys));
}

type NameOf = (uid: string) => string;

async function listAlerts(
  session: OpenSession,
  farmId: string,
  options: { readonly all?: true; readonly log?: number },
): Promise<void> {
  const { database, out } = session;
  const farm = await requireFarm(database, farmId);
  const newest = options.log ?? (options.all === true ? USUAL_LOG : 0);
  const [settings, open, undelivered, log] = await Promise.all([
    readSettings(database, farmId),
    readOpen(database, farmId),
    readUnreached(database, farmId),
    newest === 0 ? [] : readLog(database, farmId, newest),
  ]);
  const nameOf = await nameAll(session, farm, [
    ...[...open, ...log].flatMap(({ acknowledgedBy }) => acknowledgedBy ?? []),
    ...undelivered.flatMap(({ recipient }) => personOf(recipient) ?? []),
  ]);
  const json = {
    farmId,
    isWatched: settings !== undefined,
    open: open.map(({ id, ...alert }) => ({ alertId: id, ...withName(alert, nameOf) })),
    undelivered: undelivered.map(({ recipient, ...others }) => {
      const person = personOf(recipient);
      const name = person === undefined ? undefined : nameOf(person);
      return { person, name, channel: recipient.channel, ...others };
    }),
    ...(newest > 0 && { log: log.map((alert) => ({ ...withName(alert, nameOf) })) }),
  };
  const none =
    settings === undefined
      ? `${farmId} is not watched. An owner can switch alerts on: on the farm page, under Alerts.`
      : `No alert of ${farmId} is open.`;
  const parts = [
    open.length === 0 ? none : formatOpen(open, nameOf),
    ...(undelivered.length === 0 ? [] : [formatUndelivered(undelivered, nameOf)]),
    ...(newest === 0 ? [] : [formatLog(farmId, log, nameOf)]),
  ];
  out.result(json, parts.join("\n\n"));
}

function personOf(recipient: Undelivered["recipient"]): string | undefined {
  return recipient.channel === "webhook" ? undefined : recipient.person;
}

function withName<T extends { readonly acknowledgedBy?: string }>(alert: T, nameOf: NameOf): T {
  const { acknowledgedBy } = alert;
  if (acknowledgedBy === undefined) return alert;
  return { ...alert, acknowledgedByName: nameOf(acknowledgedBy) };
}

/** A table of alerts would be too wide for a terminal. */
function formatOpen(open: readonly Listed<OpenAlert>[], nameOf: NameOf): string {
  const shown = open.slice(0, MAX_SHOWN).map((alert) => {
    const since = `since ${formatMinute(alert.since)}`;
    const snoozed =
      alert.snoozedUntil === undefined ? [] : [`snoozed until ${formatMinute(alert.snoozedUntil)}`];
    const state = [since, answerOf(alert, nameOf), ...snoozed].join(", ");
    return linesOf(whatOf(alert), state, alert.id);
  });
  const others = open.length - shown.length;
  const rest =
    others > 0 ? [`… and ${others.toLocaleString("en-US")} more: --json shows all.`] : [];
  return [...shown, ...rest].join("\n");
}

function formatUndelivered(undelivered: readonly Undelivered[], nameOf: NameOf): string {
  const rows = undelivered.map(({ recipient, at, problem }) => {
    const person = personOf(recipient);
    const who = person === undefined ? "" : nameOf(person);
    return [CHANNEL_NAMES[recipient.channel], who, formatMinute(at), problem];
  });
  return formatTable(["not reached by", "member", "message of", "problem"], rows, "");
}

function formatLog(farmId: string, log: readonly LoggedAlert[], nameOf: NameOf): string {
  if (log.length === 0) return `Nothing is over yet at ${farmId}.`;
  const shown = log.map((alert) => {
    const { since, clearedAt, reportedAt } = alert;
    const period = `${formatMinute(since)} to ${formatMinute(clearedAt)}`;
    const said =
      reportedAt === undefined
        ? answerOf(alert, nameOf)
        : `reported late, ${formatMinute(reportedAt)}`;
    return linesOf(whatOf(alert), `${period}, ${said}`);
  });
  return ["OVER", ...shown].join("\n");
}

function whatOf(alert: OpenAlert | LoggedAlert): string {
  return `${alert.sensorName} (${alert.greenhouseName}): ${describeAlert(alert)}`;
}

function answerOf({ acknowledgedBy }: Pick<OpenAlert, "acknowledgedBy">, nameOf: NameOf): string {
  return acknowledgedBy === undefined
    ? "not acknowledged"
    : `acknowledged by ${nameOf(acknowledgedBy)}`;
}

function linesOf(first: string, ...others: readonly string[]): string {
  return [first, ...others.map((line) => `    ${line}`)].map(printable).join("\n");
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
  const farm = await requireFarm(database, farmId);
  const { uid } = await requireMember(session, farm, options.as);
  const nameOf = await nameAll(session, farm, [uid]);
  const open = await readOpen(database, farmId);
  // Of all, those that somebody takes care of stay theirs, unless they are snoozed now.
  const isMeant = ({ id, acknowledgedBy }: (typeof open)[number]): boolean =>
    alertId === undefined ? acknowledgedBy === undefined || snoozeMs !== undefined : id === alertId;
  const chosen = open.filter(isMeant);
  if (alertId !== undefined && chosen.length === 0) {
    throw failed(
      `There is no open alert ${alertId} at ${farmId}: it may be over.`,
      `Those that are open: ${farmCommand("alerts list", [farmId])}`,
    );
  }
  const now = await serverTime(session);
  const snoozedUntil = snoozeMs === undefined ? undefined : now + snoozeMs;
  const asMember = chosen.length === 0 ? undefined : await session.connections.open(uid);
  for (let from = 0; from < chosen.length; from += MAX_ACKNOWLEDGED) {
    const changes: Record<string, Json> = {};
    for (const { id } of chosen.slice(from, from + MAX_ACKNOWLEDGED)) {
      changes[`alerts/${farmId}/open/${id}/acknowledgedBy`] = uid;
      if (snoozedUntil === undefined) continue;
      changes[`alerts/${farmId}/open/${id}/snoozedUntil`] = snoozedUntil;
    }
    if ((await asMember?.update(changes)) === "denied") throw deniedByRules();
  }
  const until =
    snoozedUntil === undefined
      ? ""
      : ` Nobody is notified of this before ${formatMinute(snoozedUntil)}.`;
  out.result(
    {
      farmId,
      by: uid,
      name: nameOf(uid),
      acknowledged: chosen.map((alert) => ({
        alertId: alert.id,
        snoozedUntil: snoozedUntil ?? alert.snoozedUntil ?? null,
      })),
    },
    chosen.length === 0
      ? `No alert of ${farmId} waits for an answer.`
      : `${nameOf(uid)} takes care of ${count(chosen.length, "alert")} of ${farmId}.${until}`,
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
