/** A message as a notification: what the service worker gets as JSON, of at most 3 kB, and shows. */

import { createDescriber } from "./describe";
import type { Describer } from "./describe";
import { countOf, groupsOf, onlyOf } from "./groups";
import type { Group } from "./groups";
import { headlineOf } from "./headline";
import { alertsUrl, clip, greenhouseUrl, isUnanswered } from "./message";
import type { Language, Message } from "./message";

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
  const describer = createDescriber(message, language);
  const groups = groupsOf(message);
  const only = onlyOf(groups);
  const urls = [...(only ? [greenhouseUrl(message, only)] : []), alertsUrl(message)];
  return {
    title: clip(headlineOf(describer, groups), MAX_TITLE),
    body: clip(linesOf(describer, groups, MAX_LINES).join("\n"), MAX_BODY),
    url: urls.find((url) => url.length <= MAX_URL) ?? message.pageUrl,
    tag: `farm-${message.farmId.toWellFormed()}`,
    staysOpen: groups.some(isUnanswered),
  };
}

/**
 * Below the headline: the details of a single alert; the sensors, if all are of one greenhouse and kind; else a line
 * for each group of a greenhouse.
 */
export function linesOf(
  describer: Describer,
  groups: readonly Group[],
  most: number,
): readonly string[] {
  const only = onlyOf(groups);
  if (only !== undefined) return describer.details(only);
  const [first] = groups;
  const isOneGroup = groups.length === 1;
  const named = isOneGroup && first ? first.alerts.slice(0, most) : [];
  const shown = isOneGroup
    ? []
    : groups.filter(({ greenhouse }) => greenhouse !== undefined).slice(0, most);
  const left = countOf(groups) - named.length - countOf(shown);
  return [
    ...named.map(describer.item),
    ...shown.map((group) => headlineOf(describer, [group])),
    ...(left > 0 ? [describer.texts.andMore(left)] : []),
  ];
}
