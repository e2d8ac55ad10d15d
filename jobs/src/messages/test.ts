/** Test messages, with which a person checks a channel. */

import { createDescriber } from "./describe";
import { emailOf } from "./email";
import type { Email } from "./email";
import { footerOf } from "./letter";
import { alertsUrl, clip } from "./message";
import type { Language, Message } from "./message";
import type { Push } from "./push";
import { webhookOf } from "./webhook";

/** A message without alerts, of the time when the test was asked for. */
export type TestMessage = Omit<Message, "alerts" | "others">;

/** A test message for each channel, in the shapes of alerts. */
export const writeTest = {
  email(message: TestMessage, language: Language, unsubscribeUrl: string): Email {
    const { texts, format, farmName } = createDescriber(message, language);
    const subject = subjectOf(message, language);
    return emailOf({
      language,
      subject,
      from: `${farmName} · ${format.stamp(message.at)}`,
      sections: [{ title: subject, items: [{ lines: [texts.test.text] }] }],
      action: { text: texts.allAlerts, url: alertsUrl(message) },
      ...footerOf(texts, unsubscribeUrl),
    });
  },

  push(message: TestMessage, language: Language): Push {
    const { texts } = createDescriber(message, language);
    const title = subjectOf(message, language);
    const { test } = texts;
    return { title, body: test.text, url: alertsUrl(message), tag: message.id, staysOpen: false };
  },

  webhook(message: TestMessage, language: Language): object {
    const { texts, farmName } = createDescriber(message, language);
    return webhookOf("test", message, {
      farm: { id: message.farmId, name: farmName },
      subject: subjectOf(message, language),
      lines: [texts.test.text],
      url: alertsUrl(message),
    });
  },
};

function subjectOf(message: TestMessage, language: Language): string {
  const { texts, farmName } = createDescriber(message, language);
  return texts.test.subject(clip(farmName, 80));
}
