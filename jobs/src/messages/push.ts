/** A message as a notification: what the service worker gets as JSON, of at most 3 kB, and shows. */

import { createDescriber, groupsOf } from "./describe";
import { alertsOf, alertsUrl, clip, greenhouseUrl } from "./message";
import type { Language, Message } from "./message";

const MAX_TITLE = 100;
const MAX_BODY = 300;
const MAX_URL = 1500;
const MAX_GROUPS = 4;

export interface Push {
  readonly title: string;
  readonly body: string;
  /** What a click opens. */
  readonly url: string;
  /** The same for the same message: a second notification replaces the first. */
  readonly tag: string;
}

export function writePush(message: Message, language: Language): Push {
  const alerts = alertsOf(message);
  const [only] = alerts;
  const urls = [
    ...(only && alerts.length === 1 ? [greenhouseUrl(message, only)] : []),
    alertsUrl(message),
  ];
  return {
    title: clip(createDescriber(message, language).headline(alerts), MAX_TITLE),
    body: clip(linesOf(message, language, MAX_GROUPS).join("\n"), MAX_BODY),
    url: urls.find((url) => url.length <= MAX_URL) ?? message.pageUrl,
    tag: message.id,
  };
}

/**
 * Below the headline: the details of a single alert; the sensors, if all are of one greenhouse and kind; else a line
 * for each group.
 */
export function linesOf(message: Message, language: Language, most: number): readonly string[] {
  const { texts, item, details, headline } = createDescriber(message, language);
  const groups = groupsOf(message);
  const alerts = groups.flat();
  const [only] = alerts;
  if (only !== undefined && alerts.length === 1) return details(only);
  const lines =
    groups.length === 1 ? alerts.slice(0, most).map(item) : groups.slice(0, most).map(headline);
  const left =
    alerts.length - (groups.length === 1 ? lines.length : groups.slice(0, most).flat().length);
  return left > 0 ? [...lines, texts.andMore(left)] : lines;
}
