/** A message as e-mail: a section for each greenhouse and kind, at most twenty; all alerts are counted. */

import { createDescriber } from "./describe";
import type { Describer } from "./describe";
import { countOf, groupsOf, onlyOf } from "./groups";
import type { Group } from "./groups";
import { headlineOf } from "./headline";
import { footerOf, htmlOf, textOf } from "./letter";
import type { Letter, Section } from "./letter";
import { alertsUrl, greenhouseUrl, isSilent, isUnanswered } from "./message";
import type { Alert, Language, Message } from "./message";

const MAX_SECTIONS = 20;

export interface Email {
  /** One line of at most 150 characters. */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export function writeEmail(message: Message, language: Language, unsubscribeUrl: string): Email {
  return emailOf(letterOf(message, language, unsubscribeUrl));
}

/** A letter in both forms. */
export function emailOf(letter: Letter): Email {
  return { subject: letter.subject, text: textOf(letter), html: htmlOf(letter) };
}

function letterOf(message: Message, language: Language, unsubscribeUrl: string): Letter {
  const describer = createDescriber(message, language);
  const { texts } = describer;
  const groups = groupsOf(message);
  const shown = groups.filter(({ greenhouse }) => greenhouse !== undefined).slice(0, MAX_SECTIONS);
  const left = countOf(groups) - countOf(shown);
  const unanswered = groups.filter(isUnanswered);
  const only = onlyOf(unanswered.length > 0 ? unanswered : groups);
  const url = only ? greenhouseUrl(message, only) : alertsUrl(message);
  const acknowledge = { text: texts.acknowledge, hint: texts.acknowledgeHint, url };
  const see = { text: only ? texts.open : texts.allAlerts, url };
  return {
    language,
    subject: headlineOf(describer, groups),
    sections: [
      ...shown.map((group) => sectionOf(group, message, describer, only)),
      ...(left > 0 ? [{ title: texts.andMore(left) }] : []),
    ],
    action: unanswered.length > 0 ? acknowledge : see,
    ...footerOf(describer, message.at, unsubscribeUrl),
  };
}

/** @param linked the alert that the letter's button leads to */
function sectionOf(
  group: Group,
  message: Message,
  describer: Describer,
  linked: Alert | undefined,
): Section {
  const { texts, item, details } = describer;
  const { alerts, count, state } = group;
  const [worst] = alerts;
  const named = alerts.map((alert) => ({
    name: item(alert),
    lines: isSilent(alert) ? [] : details(alert),
  }));
  const left = count - alerts.length;
  const more = worst && left > 0 ? [{ name: texts.andMore(left), lines: [] }] : [];
  return {
    state,
    title: headlineOf(describer, [group]),
    ...(count === 1 ? { lines: alerts.flatMap(details) } : { items: [...named, ...more] }),
    ...(worst !== linked &&
      worst && { link: { text: texts.open, url: greenhouseUrl(message, worst) } }),
  };
}
