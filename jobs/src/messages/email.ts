/** Writes a notification as e-mail: at most 20 sections, one for each greenhouse and kind. All alerts are counted. */

import { Describer } from "./describe";
import { countOf, type AlertGroup } from "./alert-groups";
import { headlineOf } from "./headline";
import { htmlOf, textOf, type Section } from "./letter";
import { isSilent, type Language, type Notification } from "./notification";

const MAX_SECTIONS = 20;

export interface Email {
  /** One line of at most 150 characters. */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export function writeEmail(
  notification: Notification,
  language: Language,
  unsubscribeUrl: string,
): Email {
  const describer = new Describer(notification, language);
  const { texts, format, farmName, groups, linked, stillOpen } = describer;
  const url = describer.urlOf(linked);
  const subject = headlineOf(describer);
  const test: Section = { title: subject, items: [{ lines: [texts.test.text] }] };
  const shown = groups.filter(({ greenhouse }) => greenhouse !== undefined).slice(0, MAX_SECTIONS);
  const left = countOf(groups) - countOf(shown);
  const letter = {
    language,
    subject,
    sections: [
      ...(groups.length === 0 ? [test] : shown.map((group) => sectionOf(group, describer))),
      ...(left > 0 ? [{ title: texts.andMore(left), items: [] }] : []),
      ...(stillOpen > 0
        ? [{ state: "raised" as const, title: texts.stillOpen(stillOpen), items: [] }]
        : []),
    ],
    action: describer.isUnanswered
      ? { text: texts.acknowledge, hint: texts.acknowledgeHint, url }
      : { text: linked ? texts.open : texts.allAlerts, url },
    from: `${farmName} · ${format.stamp(notification.at)}`,
    reason: texts.reason,
    unsubscribe: { text: texts.unsubscribe, url: unsubscribeUrl },
  };
  return { subject, text: textOf(letter), html: htmlOf(letter) };
}

function sectionOf(group: AlertGroup, describer: Describer): Section {
  const { texts, linked } = describer;
  const { alerts, count, state } = group;
  const [worst] = alerts;
  const left = count - alerts.length;
  const items = alerts.map((alert) => ({
    ...(count > 1 && { name: describer.item(alert) }),
    lines: count > 1 && isSilent(alert) ? [] : describer.details(alert),
  }));
  const more = worst && left > 0 ? [{ name: texts.andMore(left), lines: [] }] : [];
  return {
    state,
    title: headlineOf(describer, [group]),
    items: [...items, ...more],
    ...(worst !== linked && worst && { link: { text: texts.open, url: describer.urlOf(worst) } }),
  };
}
