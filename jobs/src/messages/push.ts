/** Writes a notification as a push message. The service worker gets it as JSON of at most 3 kB, and shows it. */

import { Describer } from "./describe";
import { countOf, onlyOf } from "./alert-groups";
import { headlineOf, partsOf } from "./headline";
import { clip, isOpen, isUnanswered, type Language, type Notification } from "./notification";

const MAX_TITLE = 100;
const MAX_BODY = 300;
const MAX_URL = 1300;
const MAX_LINES = 4;

export interface Push {
  readonly title: string;
  readonly body: string;
  /** The page that a click opens. */
  readonly url: string;
  /** The browser replaces an earlier notification with the same tag. */
  readonly tag: string;
  /** Whether the notification stays on the screen until somebody touches it. */
  readonly staysOpen: boolean;
}

export function writePush(notification: Notification, language: Language): Push {
  const describer = new Describer(notification, language);
  const { groups, linked, texts, stillOpen } = describer;
  const urls = [linked, undefined].map((alert) => describer.urlOf(alert));
  const isTest = groups.length === 0;
  const { state, text } = partsOf(describer);
  // A phone shows some thirty characters of the title: the sensor's place and its value. The body says the rest.
  const isOver = !groups.some(isOpen);
  const lines = [
    ...(isOver || groups.some(isUnanswered) || state === undefined ? [] : [state]),
    ...(stillOpen > 0 ? [texts.stillOpen(stillOpen)] : []),
    ...linesOf(describer, MAX_LINES),
  ];
  return {
    title: clip(isOver && state !== undefined ? `${state}: ${text}` : text, MAX_TITLE),
    body: clip(lines.join("\n"), MAX_BODY),
    url: urls.find((url) => url.length <= MAX_URL) ?? notification.pageUrl,
    tag: isTest ? notification.id : `farm-${notification.farmId.toWellFormed()}`,
    staysOpen: describer.isUnanswered,
  };
}

/**
 * Returns the lines below the headline. A single alert has its details. Alerts of one greenhouse and kind have a line for
 * each sensor. Otherwise there is a line for each group of a greenhouse.
 */
export function linesOf(describer: Describer, maxLines: number): readonly string[] {
  const { groups, texts } = describer;
  const [first, ...others] = groups;
  if (first === undefined) return [texts.test.text];
  const only = onlyOf(groups);
  if (only !== undefined) {
    const isSilence = only.kind === "silent" && isOpen(only);
    return [...(isSilence ? [describer.item(only)] : []), ...describer.details(only)];
  }
  const isOneGroup = others.length === 0;
  const named = isOneGroup ? first.alerts.slice(0, maxLines) : [];
  const shown = isOneGroup
    ? []
    : groups.filter(({ greenhouse }) => greenhouse !== undefined).slice(0, maxLines);
  const left = countOf(groups) - named.length - countOf(shown);
  return [
    ...named.map((alert) => describer.item(alert)),
    ...shown.map((group) => headlineOf(describer, [group])),
    ...(left > 0 ? [texts.andMore(left)] : []),
  ];
}
