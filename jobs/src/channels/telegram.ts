/** Telegram messages to the confirmed chat of a person. */

import { defineSecret, defineString } from "firebase-functions/params";
import { valueOf } from "@greenhouse/database/client/parameters";
import { CHANNELS } from "@greenhouse/domain/alerts/channels";
import { requireBaseUrl } from "../delivery/provider";
import { createTelegram, type TelegramSettings } from "../delivery/telegram";
import { writeCode } from "../messages/code";
import { writeChat } from "../messages/chat";
import type { ChannelSender, Outside, ToPerson } from "./channel";
import { localProviderUrl, NO_CHANNEL } from "./parameters";

const botToken = defineSecret("TELEGRAM_BOT_TOKEN", {
  description: "The token of the Telegram bot, from @BotFather. none: no Telegram messages.",
});
const botName = defineString("TELEGRAM_BOT_NAME", {
  default: "",
  description: "The user name of the Telegram bot, without @. Empty: no Telegram messages.",
});
const telegramUrl = defineString("TELEGRAM_URL", {
  default: "https://api.telegram.org",
  description: "Where the Bot API of Telegram is. Only for a server of your own.",
});

/** UTF-16 code units. Source: https://core.telegram.org/bots/api#sendmessage */
const MAX_TEXT = 4096;
const LOCAL_BOT = { name: "local_greenhouse_bot", token: "1:local" };
const TOKEN = /^\d+:[\w-]+$/u;
const NAME = new RegExp(CHANNELS.telegram.offer.pattern, "u");

export interface TelegramMessage {
  readonly chatId: string;
  readonly text: string;
}

export const telegram: ChannelSender<ToPerson, TelegramMessage> = {
  atOnce: 5,
  secrets: [botToken],
  notSwitchedOn: { en: "Telegram is not switched on.", de: "Telegram ist nicht eingeschaltet." },
  compose: (notification, { address, language }) => ({
    chatId: address,
    text: writeChat(notification, language, MAX_TEXT),
  }),
  composeCode: ({ code, address, language }) => ({
    chatId: address,
    text: writeCode(code, language),
  }),
  open(outside) {
    const bot = readBot(outside);
    if (bot === undefined) return undefined;
    const send = createTelegram(bot);
    return { offer: bot.name, deliver: ({ chatId, text }) => send(chatId, text) };
  },
};

/** Returns undefined if Telegram is off. */
function readBot({
  isLocal,
  post,
}: Outside): (TelegramSettings & { readonly name: string }) | undefined {
  if (isLocal) return { ...LOCAL_BOT, baseUrl: localProviderUrl(), post };
  const [token, name] = [botToken.value(), valueOf(botName).replace(/^@/u, "")];
  if (token === "" || token === NO_CHANNEL || name === "") return undefined;
  if (!TOKEN.test(token)) {
    throw new Error("TELEGRAM_BOT_TOKEN is not a token. @BotFather shows it: 123456:ABC-DEF.");
  }
  if (!NAME.test(name)) {
    throw new Error("TELEGRAM_BOT_NAME is not the user name of a bot, like greenhouse_bot.");
  }
  const baseUrl = requireBaseUrl(valueOf(telegramUrl), telegramUrl.name);
  return { token, name, baseUrl, post };
}
