/** Writes a notification as plain text with the link, for chats and other receivers of text. */

import { Describer } from "./describe";
import { headlineOf } from "./headline";
import { clip, type Language, type Notification } from "./notification";
import { linesOf } from "./push";

const MAX_LINES = 20;

/** @param maxLength UTF-16 code units, at least 1,000 */
export function writeChat(
  notification: Notification,
  language: Language,
  maxLength: number,
): string {
  const describer = new Describer(notification, language);
  const urls = [describer.linked, undefined].map((alert) => describer.urlOf(alert));
  const url = urls.find(({ length }) => length <= maxLength / 4) ?? notification.pageUrl;
  const headline = headlineOf(describer);
  const lines = linesOf(describer, MAX_LINES).join("\n");
  return `${clip(`${headline}\n${lines}`, maxLength - url.length - 1)}\n${url}`;
}
