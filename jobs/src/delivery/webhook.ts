/** Sends webhooks as in the Standard Webhooks specification (https://www.standardwebhooks.com). */

import { createHmac } from "node:crypto";
import type { Webhook } from "@greenhouse/domain/alerts/settings";
import type { Outcome } from "./outcome";
import { outcomeOf, POST_TIMEOUT_MS, type Post } from "./post";

interface WebhookMessage {
  /** The id is the same in each attempt, so that a receiver recognizes a repetition. */
  readonly id: string;
  /** The time of this attempt. Receivers refuse requests that are older than some minutes. */
  readonly atMs: number;
  /** JSON. */
  readonly body: string;
}

export type WebhookSender = (webhook: Webhook, message: WebhookMessage) => Promise<Outcome>;

export function createWebhookSender(post: Post): WebhookSender {
  return async ({ url, secret }, { id, atMs, body }) => {
    const timestamp = String(Math.floor(atMs / 1000));
    const headers = {
      "Content-Type": "application/json",
      "User-Agent": "greenhouse-backend",
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": `v1,${sign(secret, `${id}.${timestamp}.${body}`)}`,
    };
    return outcomeOf(await post(url, { headers, body, timeoutMs: POST_TIMEOUT_MS }), "webhook");
  };
}

function sign(secret: string, signed: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/u, ""), "base64");
  return createHmac("sha256", key).update(signed).digest("base64");
}
