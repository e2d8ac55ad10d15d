/** Sends Web Push: encrypted for the browser (RFC 8291), signed with the deployment's VAPID key (RFC 8292). */

import webPush from "web-push";
import type { PushSubscription } from "@greenhouse/domain/alerts/people";
import { publicKeyOf } from "@greenhouse/domain/alerts/vapid";
import type { Outcome } from "./outcome";
import { outcomeOf, POST_TIMEOUT_MS, type Post } from "./post";

export interface Pusher {
  /** In base64url. The page subscribes with this key. */
  readonly publicKey: string;
  /** @param payload at most 3 KB, which every push service accepts */
  send(subscription: PushSubscription, payload: string): Promise<Outcome>;
}

export interface PusherSettings {
  readonly privateKey: string;
  /** Where push services reach the operator: `mailto:` or https. */
  readonly subject: string;
  readonly post: Post;
}

/** A device that was off gets the message if it comes back within a day. */
const TTL_SECONDS = 86_400;
const GONE = new Set([404, 410]);
const ENDED: Outcome = { kind: "gone", problem: { code: "subscriptionEnded" } };
const INVALID: Outcome = { kind: "gone", problem: { code: "subscriptionInvalid" } };
/** Problems of an endpoint to which no request is ever sent. */
const NEVER_POSTED = new Set<string>(["addressInvalid", "notHttps", "holdsLogin"]);

/** @throws Error if the settings are not valid */
export function createPusher({ privateKey, subject, post }: PusherSettings): Pusher {
  const publicKey = requirePublicKey(privateKey);
  const vapidDetails = { subject, publicKey, privateKey };
  if (!/^(?:mailto:[^\s@<>]+@[^\s@<>]+|https:\/\/\S+)$/u.test(subject)) {
    throw new Error("The subject of Web Push must be a mailto: or https: address.");
  }
  const encrypt = (subscription: PushSubscription, payload: string) => {
    try {
      const options = { vapidDetails, TTL: TTL_SECONDS, urgency: "high" } as const;
      return webPush.generateRequestDetails(subscription, payload, options);
    } catch {
      // The VAPID keys were checked above, so the subscription's keys are invalid.
      return undefined;
    }
  };

  return {
    publicKey,
    async send(subscription, payload) {
      const details = encrypt(subscription, payload);
      if (details === undefined) return INVALID;
      const { endpoint, headers, body } = details;
      const request = {
        headers: headers as Record<string, string>,
        body,
        timeoutMs: POST_TIMEOUT_MS,
      };
      const answer = await post(endpoint, request);
      if (answer.kind === "answered" && GONE.has(answer.status)) return ENDED;
      if (answer.kind === "refused" && NEVER_POSTED.has(answer.problem.code)) return INVALID;
      return outcomeOf(answer, "push");
    },
  };
}

function requirePublicKey(privateKey: string): string {
  try {
    return publicKeyOf(privateKey);
  } catch {
    throw new Error("VAPID_PRIVATE_KEY is not a valid key. Make a pair with `farm alerts keys`.");
  }
}
