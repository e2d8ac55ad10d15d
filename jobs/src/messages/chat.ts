/** Writes a notification as a Telegram message: plain text with the link, which Telegram makes clickable. */

import { Describer } from "./describe";
import { headlineOf } from "./headline";
import { clip, type Language, type Notification } from "./notification";
import { linesOf } from "./push";

/** UTF-16 code units. Source: https://core.telegram.org/bots/api#sendmessage */
const MAX_TEXT = 4096;
const MAX_LINES = 20;

export function writeTelegram(notification: Notification, language: Language): string {
  const describer = new Describer(notification, language);
  const urls = [describer.linked, undefined].map((alert) => describer.urlOf(alert));
  const url = urls.find(({ length }) => length <= MAX_TEXT / 4) ?? notification.pageUrl;
  const headline = headlineOf(describer);
  const lines = linesOf(describer, MAX_LINES).join("\n");
  return `${clip(`${headline}\n${lines}`, MAX_TEXT - url.length - 1)}\n${url}`;
}
