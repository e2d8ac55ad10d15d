/** `farm alerts list`: shows a farm's alerts, and whom notifications do not reach. */

import type { Undelivered } from "@greenhouse/domain/alerts/people-records";
import type { Listed } from "@greenhouse/domain/alerts/records";
import type { LoggedAlert, OpenAlert } from "@greenhouse/domain/alerts/model";
import { channelName, describeAlert } from "../../alerts/alert-text";
import { readLog, readOpen, readSettings, readUnreached } from "../../alerts/stored-alerts";
import type { OpenSession } from "../../core/session";
import { formatTable, printable } from "../../core/text";
import { formatMinute } from "../../core/time";
import { nameAll, requireFarm } from "../../farm/stored-farms";

/** Number of past alerts that --all shows. */
export const DEFAULT_LOG = 20;
/** Nobody reads more open alerts than this; --json prints all. */
const MAX_SHOWN = 100;

type NameOf = (uid: string) => string;

export async function listAlerts(
  session: OpenSession,
  farmId: string,
  options: { readonly all?: true; readonly log?: number },
): Promise<void> {
  const { database, out } = session;
  const farm = await requireFarm(database, farmId);
  const newest = options.log ?? (options.all === true ? DEFAULT_LOG : 0);
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
  const emptyText =
    settings === undefined
      ? `Alerts are off for ${farmId}. An owner can switch them on: on the farm page, under Alerts.`
      : `${farmId} has no open alerts.`;
  const parts = [
    open.length === 0 ? emptyText : formatOpen(open, nameOf),
    ...(undelivered.length === 0 ? [] : [formatUndelivered(undelivered, nameOf)]),
    ...(newest === 0 ? [] : [formatLog(farmId, log, nameOf)]),
  ];
  out.result(json, parts.join("\n\n"));
}

function personOf(recipient: Undelivered["recipient"]): string | undefined {
  return "person" in recipient ? recipient.person : undefined;
}

function withName<T extends { readonly acknowledgedBy?: string }>(alert: T, nameOf: NameOf): T {
  const { acknowledgedBy } = alert;
  if (acknowledgedBy === undefined) return alert;
  return { ...alert, acknowledgedByName: nameOf(acknowledgedBy) };
}

/** Lines, because a table of alerts would be too wide for a terminal. */
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
    const byPerson = person === undefined ? "" : nameOf(person);
    return [channelName(recipient.channel), byPerson, formatMinute(at), problem];
  });
  return formatTable(["not reached by", "member", "message from", "problem"], rows, "");
}

function formatLog(farmId: string, log: readonly LoggedAlert[], nameOf: NameOf): string {
  if (log.length === 0) return `${farmId} has no past alerts.`;
  const shown = log.map((alert) => {
    const { since, clearedAt, reportedAt } = alert;
    const period = `${formatMinute(since)} to ${formatMinute(clearedAt)}`;
    const state =
      reportedAt === undefined
        ? answerOf(alert, nameOf)
        : `reported late, ${formatMinute(reportedAt)}`;
    return linesOf(whatOf(alert), `${period}, ${state}`);
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
