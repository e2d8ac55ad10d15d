/**
 * A message as the JSON of a webhook, in English: the facts as data, and as text for receivers without a template.
 * Source: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */

import { UNITS } from "../../../domain/src/measurements";
import { createDescriber } from "./describe";
import { acknowledgeUrl, alertsOf, alertsUrl, greenhouseUrl, isOpen, quantityOf } from "./message";
import type { Alert, Message } from "./message";
import { linesOf } from "./push";

const MAX_LINES = 10;

/** Slack, Mattermost and Telegram read `text`; times are in ISO 8601. */
export function writeWebhook(message: Message): object {
  const { headline, farmName } = createDescriber(message, "en");
  const alerts = alertsOf(message);
  const [only] = alerts;
  const url = only && alerts.length === 1 ? greenhouseUrl(message, only) : alertsUrl(message);
  return webhookOf("alert", message, {
    farm: { id: message.farmId, name: farmName },
    subject: headline(alerts),
    lines: linesOf(message, "en", MAX_LINES),
    url,
    alerts: alerts.map((alert) => factsOf(message, alert)),
  });
}

interface Content {
  readonly farm: object;
  readonly subject: string;
  readonly lines: readonly string[];
  readonly url: string;
  readonly alerts?: readonly object[];
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
  const { id, state, kind, measurement, value, bound, extreme, since, clearedAt, hour } = alert;
  return {
    id,
    state,
    kind,
    sensor: { uid: alert.uid, name: alert.sensorName },
    greenhouse: { id: alert.greenhouse, name: alert.greenhouseName },
    measurement,
    ...(value !== undefined && { value, unit: UNITS[quantityOf(alert)] }),
    bound,
    extreme,
    since: new Date(since).toISOString(),
    ...(clearedAt !== undefined && { clearedAt: new Date(clearedAt).toISOString() }),
    minutesAgo: hour,
    url: greenhouseUrl(message, alert),
    ...(isOpen(alert) && { acknowledgeUrl: acknowledgeUrl(message, alert) }),
  };
}
