/**
 * Sends Telegram messages as a bot. The address of a request holds the bot's token, so no text here quotes the address.
 * Sources: https://core.telegram.org/bots/api#making-requests, https://core.telegram.org/bots/api#sendmessage and, for
 * the descriptions of errors, https://github.com/tdlib/telegram-bot-api (telegram-bot-api/Client.cpp)
 */

import { SECOND_MS } from "@greenhouse/domain/time";
import { fieldOf, numberOf, textOf } from "@greenhouse/domain/stored";
import { refused, type Outcome, type Problem } from "./outcome";
import type { Post } from "./post";
import { channelDown, parseAnswer, postTo, unreachable, withDetail } from "./provider";

export interface TelegramSettings {
  readonly token: string;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly post: Post;
}

/** @param text plain, of at most 4,096 UTF-16 code units */
export type Telegram = (chatId: string, text: string) => Promise<Outcome>;

const NAME = { en: "Telegram", de: "Telegram" };
export const TELEGRAM_PROBLEMS = {
  login: {
    en: "Telegram refuses the bot's login. The operator has to correct TELEGRAM_BOT_TOKEN.",
    de: "Telegram lehnt die Anmeldung des Bots ab. Wer die Installation betreibt, muss TELEGRAM_BOT_TOKEN berichtigen.",
  },
  blocked: {
    en: "You blocked the bot: press Start again in the chat with it.",
    de: "Sie haben den Bot blockiert: Drücken Sie im Chat mit ihm wieder auf Start.",
  },
  notStarted: {
    en: "The bot may not write to you yet. Open the chat with it and press Start.",
    de: "Der Bot darf Ihnen noch nicht schreiben. Öffnen Sie den Chat mit ihm und drücken Sie auf Start.",
  },
  removed: {
    en: "The bot is no longer in this group. Add it again.",
    de: "Der Bot ist nicht mehr in dieser Gruppe. Fügen Sie ihn wieder hinzu.",
  },
  unknownChat: {
    en: "Telegram does not know this chat. Press Start in the chat with the bot, and check the chat id.",
    de: "Telegram kennt diesen Chat nicht. Drücken Sie im Chat mit dem Bot auf Start, und prüfen Sie die Chat-ID.",
  },
  movedChat: {
    en: "The group has a new chat id. Enter and confirm the new one.",
    de: "Die Gruppe hat eine neue Chat-ID. Tragen Sie die neue ein und bestätigen Sie sie.",
  },
  busy: {
    en: "Telegram gets too many messages at once. The message is sent later.",
    de: "Telegram bekommt gerade zu viele Nachrichten. Die Nachricht wird später gesendet.",
  },
  fault: {
    en: "Telegram has a fault (status {detail}). The message is sent later.",
    de: "Telegram ist gestört (Status {detail}). Die Nachricht wird später gesendet.",
  },
  status: {
    en: "Telegram refused the message (status {detail}).",
    de: "Telegram hat die Nachricht abgelehnt (Status {detail}).",
  },
} as const satisfies Readonly<Record<string, Problem>>;

export function createTelegram({ token, baseUrl, post }: TelegramSettings): Telegram {
  return async (chatId, text) => {
    const body = JSON.stringify({
      chat_id: chatId,
      text,
      // Otherwise Telegram's servers open the page.
      link_preview_options: { is_disabled: true },
    });
    const headers = { "Content-Type": "application/json" };
    const answer = await postTo(post, `${baseUrl}/bot${token}/sendMessage`, { headers, body });
    if (answer.kind !== "answered") return unreachable(answer, NAME);
    const { status, retryAfterMs } = answer;
    if (status >= 200 && status < 300) return { kind: "delivered" };
    return outcomeOf(status, parseAnswer(answer), retryAfterMs);
  };
}

function outcomeOf(status: number, error: unknown, retryAfterMs = 0): Outcome {
  const problems = TELEGRAM_PROBLEMS;
  const description = textOf(error, "description") ?? "";
  const parameters = fieldOf(error, "parameters");
  if (status === 401 || status === 404) return channelDown(problems.login);
  if (status === 429) {
    const seconds = numberOf(parameters, "retry_after") ?? 0;
    const waitMs = Math.max(seconds * SECOND_MS, retryAfterMs);
    return { kind: "retry", problem: problems.busy, ...(waitMs > 0 && { retryAfterMs: waitMs }) };
  }
  if (status === 403) {
    if (description.includes("blocked")) return refused(problems.blocked);
    const isGroup = /kicked|not a member/u.test(description);
    return refused(isGroup ? problems.removed : problems.notStarted);
  }
  if (numberOf(parameters, "migrate_to_chat_id") !== undefined) return refused(problems.movedChat);
  if (description.includes("chat not found")) return refused(problems.unknownChat);
  if (status >= 400 && status < 500) return refused(withDetail(problems.status, status));
  return channelDown(withDetail(problems.fault, status));
}
