/**
 * Stands in for the Bot API of Telegram, as its documentation describes `sendMessage` and its errors.
 * Sources: https://core.telegram.org/bots/api#making-requests and, for the descriptions, the source of the Bot API server
 * (https://github.com/tdlib/telegram-bot-api).
 */

import { startStandIn, type StandIn } from "./stand-in";

export interface TelegramMessage {
  readonly chat_id: string;
  readonly text: string;
  readonly link_preview_options: unknown;
}

export interface TelegramServer {
  readonly server: StandIn;
  readonly received: readonly TelegramMessage[];
  /** Errors by chat id; a chat without one accepts messages. */
  readonly chats: Map<string, TelegramError>;
  /** How long senders must wait; 0: not at all. */
  waitSeconds: number;
}

export interface TelegramError {
  readonly error_code: number;
  readonly description: string;
  readonly parameters?: Readonly<Record<string, number>>;
}

export const TELEGRAM_TOKEN = "123456:ABC-def_1";

export async function startTelegramServer(): Promise<TelegramServer> {
  const received: TelegramMessage[] = [];
  const server = await startStandIn(({ method, path, body }) => {
    if (method !== "POST" || path !== `/bot${TELEGRAM_TOKEN}/sendMessage`) {
      return fail({ error_code: 401, description: "Unauthorized" });
    }
    const { waitSeconds } = telegram;
    if (waitSeconds > 0) {
      const description = `Too Many Requests: retry after ${waitSeconds}`;
      return fail({ error_code: 429, description, parameters: { retry_after: waitSeconds } });
    }
    const message = JSON.parse(body) as TelegramMessage;
    const error = telegram.chats.get(message.chat_id);
    if (error !== undefined) return fail(error);
    if (message.text.length > 4096) {
      return fail({ error_code: 400, description: "Bad Request: message is too long" });
    }
    received.push(message);
    return { status: 200, json: { ok: true, result: { message_id: received.length } } };
  });
  const telegram: TelegramServer = { server, received, chats: new Map(), waitSeconds: 0 };
  return telegram;
}

function fail(error: TelegramError): { readonly status: number; readonly json: unknown } {
  return { status: error.error_code, json: { ok: false, ...error } };
}
