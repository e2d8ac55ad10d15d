/** A message as e-mail. At most twenty sensors or so are named; all are counted. */

import { createDescriber, groupsOf } from "./describe";
import type { Describer } from "./describe";
import { footerOf, htmlOf, textOf } from "./letter";
import type { Letter, Section } from "./letter";
import {
  acknowledgeAllUrl,
  acknowledgeUrl,
  alertsOf,
  alertsUrl,
  greenhouseUrl,
  isOpen,
  isSilent,
} from "./message";
import type { Alert, Language, Message } from "./message";

const MAX_NAMED = 20;

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
  const { texts, format, farmName, headline } = describer;
  const alerts = alertsOf(message);
  const groups = groupsOf(message);
  const shown = groups.slice(0, MAX_NAMED);
  const named = Math.max(1, Math.floor(MAX_NAMED / shown.length));
  const left = groups.slice(MAX_NAMED).flat().length;
  const open = alerts.filter(isOpen);
  const [first] = open;
  const isOne = open.length === 1;
  const acknowledge = first && {
    text: isOne ? texts.acknowledge : texts.acknowledgeAll,
    hint: texts.acknowledgeHint,
    url: isOne ? acknowledgeUrl(message, first) : acknowledgeAllUrl(message, message.at),
  };
  const all = alerts.length > 1 ? { text: texts.allAlerts, url: alertsUrl(message) } : undefined;
  return {
    language,
    subject: headline(alerts),
    from: `${farmName} · ${format.stamp(message.at)}`,
    sections: shown.map((group) => sectionOf(group, named, message, describer)),
    more: left > 0 ? texts.andMore(left) : undefined,
    action: acknowledge ?? all,
    ...footerOf(texts, unsubscribeUrl),
  };
}

function sectionOf(
  group: readonly Alert[],
  named: number,
  message: Message,
  { texts, item, details, headline }: Describer,
): Section {
  const left = group.length - named;
  const isOne = group.length === 1;
  const [worst] = group;
  return {
    title: headline(group),
    items: group.slice(0, named).map((alert) => ({
      ...(!isOne && { name: item(alert) }),
      lines: isOne || !isSilent(alert) ? details(alert) : [],
    })),
    more: left > 0 ? texts.andMore(left) : undefined,
    ...(worst && {
      state: worst.state,
      link: { text: texts.open, url: greenhouseUrl(message, worst) },
    }),
  };
}
