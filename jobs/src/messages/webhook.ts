/**
 * A message as the JSON of a webhook: the facts as data, and as text for receivers without a template.
 * Source: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */

import { quantityOf } from "../../../domain/src/alert-words/sentence";
import type { OtherAlerts } from "../../../domain/src/alerts";
import { UNITS } from "../../../domain/src/measurements";
import { createDescriber } from "./describe";
import { countOf, groupsOf, onlyOf } from "./groups";
import { headlineOf } from "./headline";
import { alertsOf, alertsUrl, clean, greenhouseUrl } from "./message";
import type { Alert, Language, Message } from "./message";
import { linesOf } from "./push";

const MAX_LINES = 10;

/** Slack, Mattermost and Telegram read `text`; times are in ISO 8601. */
export function writeWebhook(message: Message, language: Language): object {
  const describer = createDescriber(message, language);
  const groups = groupsOf(message);
  const alerts = alertsOf(message);
  const only = onlyOf(groups);
  return webhookOf("alert", message, {
    farm: { id: message.farmId, name: describer.farmName },
    subject: headlineOf(describer, groups),
    lines: linesOf(describer, groups, MAX_LINES),
    url: only ? greenhouseUrl(message, only) : alertsUrl(message),
    count: countOf(groups),
    escalation: Math.max(0, ...alerts.map(({ escalation = 0 }) => escalation)),
    alerts: alerts.map((alert) => factsOf(message, alert)),
    others: Object.values(message.others ?? {}).map(countsOf),
  });
}

interface Content {
  readonly farm: object;
  readonly subject: string;
  readonly lines: readonly string[];
  readonly url: string;
  /** With those that are not named. */
  readonly count?: number;
  /** How often nobody answered: the highest of the alerts'. */
  readonly escalation?: number;
  readonly alerts?: readonly object[];
  readonly others?: readonly object[];
}

/** The envelope of every webhook. */
export function webhookOf(
  type: "alert" | "test",
  { at }: { readonly at: number },
  { farm, subject, lines, url, ...data }: Content,
): object {
  // Slack would take <!channel> in a sensor's name for a command, and Telegram <a> for a link.
  const inert = (text: string): string => text.replaceAll("<", "‹").replaceAll(">", "›");
  const line = inert(subject);
  const text = [line, ...lines.map(inert), url].join("\n");
  const timestamp = new Date(at).toISOString();
  return {
    type,
    timestamp,
    subject: line,
    text,
    data: { farm, subject: line, text, url, ...data },
  };
}

function factsOf(message: Message, alert: Alert): object {
  const { id, state, kind, measurement, value, bound, extreme, acknowledgedBy, hour } = alert;
  const { since, silentSince, clearedAt, escalation = 0 } = alert;
  return {
    ...{ id, state, kind, escalation, acknowledgedBy },
    sensor: { uid: alert.uid, name: alert.sensorName },
    greenhouse: { id: alert.greenhouse, name: alert.greenhouseName },
    measurement,
    ...(value !== undefined && { value, unit: UNITS[quantityOf(alert)] }),
    ...{ bound, extreme },
    since: timeOf(since),
    silentSince: timeOf(silentSince),
    clearedAt: timeOf(clearedAt),
    minutesAgo: hour,
    url: greenhouseUrl(message, alert),
  };
}

function countsOf({ state, kind, measurement, greenhouse, ...other }: OtherAlerts): object {
  const { greenhouseName: name = greenhouse ?? "", count } = other;
  const where = greenhouse === undefined ? undefined : { id: greenhouse, name: clean(name) };
  return { state, kind, measurement, greenhouse: where, count };
}

function timeOf(at: number | undefined): string | undefined {
  return at === undefined ? undefined : new Date(at).toISOString();
}
