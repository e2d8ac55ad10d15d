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

const MAX_NAME = 80;

/** A test message for each channel, in the shapes of alerts. */
export const writeTest = {
  email(message: TestMessage, language: Language, unsubscribeUrl: string): Email {
    const { describer, subject, text, url } = contentOf(message, language);
    return emailOf({
      ...{ language, subject },
      sections: [{ title: subject, lines: [text] }],
      action: { text: describer.texts.allAlerts, url },
      ...footerOf(describer, message.at, unsubscribeUrl),
    });
  },

  push(message: TestMessage, language: Language): Push {
    const { subject, text, url } = contentOf(message, language);
    return { title: subject, body: text, url, tag: message.id, staysOpen: false };
  },

  webhook(message: TestMessage, language: Language): object {
    const { describer, subject, text, url } = contentOf(message, language);
    const farm = { id: message.farmId, name: describer.farmName };
    return webhookOf("test", message, { farm, subject, lines: [text], url });
  },
};

function contentOf(message: TestMessage, language: Language) {
  const describer = createDescriber(message, language);
  const { test } = describer.texts;
  const subject = test.subject(clip(describer.farmName, MAX_NAME));
  return { describer, subject, text: test.text, url: alertsUrl(message) };
}
