/** Sends webhooks as in the Standard Webhooks specification (https://www.standardwebhooks.com). */

import { createHmac } from "node:crypto";
import type { Webhook } from "@greenhouse/domain/alerts/settings";
import type { Outcome, Problem } from "../delivery/outcome";
import { POST_TIMEOUT_MS, type Post } from "../delivery/post";
import { outcomeOfReceiver } from "../delivery/status";
import { writeWebhook } from "../messages/webhook";
import type { ChannelSender, ToFarm } from "./channel";

export interface WebhookMessage {
  readonly webhook: Webhook;
  /** The id is the same in each attempt, so that a receiver recognizes a repetition. */
  readonly id: string;
  /** JSON. */
  readonly body: string;
}

export const WEBHOOK_PROBLEMS = {
  moved: {
    en: "The webhook redirects to another address ({detail}). Enter the final one.",
    de: "Der Webhook leitet an eine andere Adresse weiter ({detail}). Tragen Sie die endgültige ein.",
  },
  status: {
    en: "The webhook answered with status {detail}.",
    de: "Der Webhook antwortete mit Status {detail}.",
  },
} as const satisfies Readonly<Record<string, Problem>>;

export const webhook: ChannelSender<ToFarm, WebhookMessage> = {
  // A webhook that hangs must not delay the others.
  atOnce: 50,
  secrets: [],
  notSwitchedOn: { en: "The farm has no webhook.", de: "Der Betrieb hat keinen Webhook." },
  compose(notification, { webhook, language }) {
    const body = JSON.stringify(writeWebhook(notification, language));
    return { webhook, id: notification.id, body };
  },
  open({ post, now }) {
    return { offer: true, deliver: createWebhookSender(post, now) };
  },
};

/** @param now the time of an attempt. Receivers refuse requests that are older than some minutes. */
export function createWebhookSender(
  post: Post,
  now: () => number,
): (message: WebhookMessage) => Promise<Outcome> {
  return async ({ webhook: { url, secret }, id, body }) => {
    const timestamp = String(Math.floor(now() / 1000));
    const headers = {
      "Content-Type": "application/json",
      "User-Agent": "greenhouse-backend",
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": `v1,${sign(secret, `${id}.${timestamp}.${body}`)}`,
    };
    const answer = await post(url, { headers, body, timeoutMs: POST_TIMEOUT_MS });
    return outcomeOfReceiver(answer, WEBHOOK_PROBLEMS);
  };
}

function sign(secret: string, signed: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/u, ""), "base64");
  return createHmac("sha256", key).update(signed).digest("base64");
}
