/**
 * Sends Telegram messages as a bot. The address of a request holds the bot's token, so no text here quotes the address.
 * Sources: https://core.telegram.org/bots/api#making-requests, https://core.telegram.org/bots/api#sendmessage and, for
 * the descriptions of errors, https://github.com/tdlib/telegram-bot-api (telegram-bot-api/Client.cpp)
 */

import { SECOND_MS } from "@greenhouse/domain/time";
import { fieldOf, numberOf, textOf } from "@greenhouse/domain/stored";
import { refused, type Outcome, type Problem } from "./outcome";
import type { Answer, Post } from "./post";
import { channelDown, parseAnswer, postTo, problemsOf } from "./provider";
import { outcomeOfStatus } from "./status";

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
  ...problemsOf(NAME, { login: "TELEGRAM_BOT_TOKEN", url: "TELEGRAM_URL" }),
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
    return readOutcome(answer);
  };
}

function readOutcome(answer: Answer): Outcome {
  if (answer.kind !== "answered") return outcomeOfStatus(answer, NAME, TELEGRAM_PROBLEMS);
  const error = parseAnswer(answer);
  const known = knownOutcome(answer.status, error);
  if (known !== undefined) return known;
  const seconds = numberOf(fieldOf(error, "parameters"), "retry_after");
  const retryAfterMs = seconds === undefined ? answer.retryAfterMs : seconds * SECOND_MS;
  const patient = retryAfterMs === undefined ? answer : { ...answer, retryAfterMs };
  return outcomeOfStatus(patient, NAME, TELEGRAM_PROBLEMS);
}

/** The outcomes that Telegram describes more closely than by the status. */
function knownOutcome(status: number, error: unknown): Outcome | undefined {
  const problems = TELEGRAM_PROBLEMS;
  const description = textOf(error, "description") ?? "";
  const newId = numberOf(fieldOf(error, "parameters"), "migrate_to_chat_id");
  // The token is a part of the path.
  if (status === 404) return channelDown(problems.login);
  if (status === 403) {
    if (description.includes("blocked")) return refused(problems.blocked);
    const isGroup = /kicked|not a member/u.test(description);
    return refused(isGroup ? problems.removed : problems.notStarted);
  }
  if (newId !== undefined) return refused(problems.movedChat);
  return description.includes("chat not found") ? refused(problems.unknownChat) : undefined;
}
