/** A message as a notification: what the service worker gets as JSON, of at most 3 kB, and shows. */

import { Describer } from "./describe";
import { countOf, onlyOf } from "./groups";
import { headlineOf } from "./headline";
import { clip, isUnanswered, type Language, type Message } from "./message";

const MAX_TITLE = 100;
const MAX_BODY = 300;
const MAX_URL = 1300;
const MAX_LINES = 4;

export interface Push {
  readonly title: string;
  readonly body: string;
  /** What a click opens. */
  readonly url: string;
  /** A notification replaces the one before it with the same tag. */
  readonly tag: string;
  /** Whether it stays on the screen until somebody touches it. */
  readonly staysOpen: boolean;
}

export function writePush(message: Message, language: Language): Push {
  const describer = new Describer(message, language);
  const { groups, linked } = describer;
  const urls = [linked, undefined].map((alert) => describer.urlOf(alert));
  const isTest = groups.length === 0;
  return {
    title: clip(headlineOf(describer, groups), MAX_TITLE),
    body: clip(linesOf(describer, MAX_LINES).join("\n"), MAX_BODY),
    url: urls.find((url) => url.length <= MAX_URL) ?? message.pageUrl,
    tag: isTest ? message.id : `farm-${message.farmId.toWellFormed()}`,
    staysOpen: groups.some(isUnanswered),
  };
}

/**
 * Below the headline: the details of a single alert; the sensors, if all are of one greenhouse and kind; else a line
 * for each group of a greenhouse.
 */
export function linesOf(describer: Describer, most: number): readonly string[] {
  const { groups, texts } = describer;
  const [first, ...others] = groups;
  if (first === undefined) return [texts.test.text];
  const only = onlyOf(groups);
  if (only !== undefined) return describer.details(only);
  const isOneGroup = others.length === 0;
  const named = isOneGroup ? first.alerts.slice(0, most) : [];
  const shown = isOneGroup
    ? []
    : groups.filter(({ greenhouse }) => greenhouse !== undefined).slice(0, most);
  const left = countOf(groups) - named.length - countOf(shown);
  return [
    ...named.map((alert) => describer.item(alert)),
    ...shown.map((group) => headlineOf(describer, [group])),
    ...(left > 0 ? [texts.andMore(left)] : []),
  ];
}
