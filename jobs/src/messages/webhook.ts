/**
 * Writes a notification as the JSON of a webhook: as data, and as text for receivers without a template.
 * Source: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */

import { quantityOf } from "@greenhouse/domain/words/sentence";
import type { NotifiedTransition, OtherAlerts } from "@greenhouse/domain/alerts/outbox";
import type { Listed } from "@greenhouse/domain/alerts/records";
import { QUANTITY } from "@greenhouse/domain/quantities/measurements";
import { Describer } from "./describe";
import { countOf } from "./alert-groups";
import { headlineOf } from "./headline";
import { alertsOf, clean, type Language, type Notification } from "./notification";
import { linesOf } from "./push";

const MAX_LINES = 10;

/** Slack, Mattermost and Telegram read `text`. Times are in ISO 8601. */
export function writeWebhook(notification: Notification, language: Language): object {
  const describer = new Describer(notification, language);
  const { groups, farmName } = describer;
  const url = describer.urlOf(describer.linked);
  const alerts = alertsOf(notification);
  const others = Object.values(notification.others ?? {});
  // Slack would take <!channel> in a sensor's name for a command, and Telegram <a> for a link.
  const inert = (text: string): string => text.replaceAll("<", "‹").replaceAll(">", "›");
  const subject = inert(headlineOf(describer));
  const text = [subject, ...linesOf(describer, MAX_LINES).map(inert), url].join("\n");
  return {
    type: groups.length === 0 ? "test" : "alert",
    timestamp: timeOf(notification.at),
    subject,
    text,
    data: {
      subject,
      text,
      url,
      farm: { id: notification.farmId, name: farmName },
      count: countOf(groups),
      // The highest escalation of the alerts.
      escalation: Math.max(...[...alerts, ...others].map(({ escalation = 0 }) => escalation), 0),
      alerts: alerts.map((alert) => factsOf(alert, describer.urlOf(alert))),
      others: others.map(countsOf),
    },
  };
}

function factsOf(alert: Listed<NotifiedTransition>, url: string): object {
  const { id, state, kind, measurement, value, bound, extreme, acknowledgedBy, hour } = alert;
  const { output, outputName, since, silentSince, clearedAt, escalation = 0 } = alert;
  return {
    id,
    state,
    kind,
    escalation,
    acknowledgedBy,
    sensor: { uid: alert.uid, name: alert.sensorName },
    greenhouse: { id: alert.greenhouse, name: alert.greenhouseName },
    measurement,
    output: output === undefined ? undefined : { id: output, name: outputName },
    value,
    unit:
      value === undefined || output !== undefined ? undefined : QUANTITY[quantityOf(alert)].unit,
    bound,
    extreme,
    since: timeOf(since),
    silentSince: timeOf(silentSince),
    clearedAt: timeOf(clearedAt),
    minutesAgo: hour,
    url,
  };
}

function countsOf({ state, kind, measurement, greenhouse, ...other }: OtherAlerts): object {
  const { greenhouseName: name = greenhouse ?? "", escalation = 0, count } = other;
  const place = greenhouse === undefined ? undefined : { id: greenhouse, name: clean(name) };
  return { state, kind, measurement, greenhouse: place, escalation, count };
}

function timeOf(at: number | undefined): string | undefined {
  return at === undefined ? undefined : new Date(at).toISOString();
}
