/** Sends Web Push: encrypted for the browser (RFC 8291), signed with the deployment's VAPID key (RFC 8292). */

import { defineSecret } from "firebase-functions/params";
import webPush from "web-push";
import type { PushSubscription } from "@greenhouse/domain/alerts/people";
import { publicKeyOf } from "@greenhouse/domain/alerts/vapid";
import type { Outcome, Problem } from "../delivery/outcome";
import { POST_TIMEOUT_MS, type Post } from "../delivery/post";
import { PROBLEMS } from "../delivery/problems";
import { outcomeOfReceiver } from "../delivery/status";
import { writePush } from "../messages/push";
import type { ChannelSender, ToDevice } from "./channel";
import { NO_CHANNEL } from "./parameters";

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
export const PUSH_PROBLEMS = {
  ended: {
    en: "The browser has ended this subscription. Switch push messages on again.",
    de: "Der Browser hat diese Anmeldung beendet. Schalten Sie Push-Nachrichten wieder ein.",
  },
  invalid: {
    en: "The device's subscription is not valid. Switch push messages off and on again.",
    de: "Die Anmeldung des Geräts ist ungültig. Schalten Sie Push-Nachrichten aus und wieder ein.",
  },
  moved: {
    en: "The push service redirects to another address ({detail}). Enter the final one.",
    de: "Der Push-Dienst leitet an eine andere Adresse weiter ({detail}). Tragen Sie die endgültige ein.",
  },
  status: {
    en: "The push service answered with status {detail}.",
    de: "Der Push-Dienst antwortete mit Status {detail}.",
  },
} as const satisfies Readonly<Record<string, Problem>>;
const ENDED: Outcome = { kind: "gone", problem: PUSH_PROBLEMS.ended };
const INVALID: Outcome = { kind: "gone", problem: PUSH_PROBLEMS.invalid };
/** Problems of an endpoint to which no request is ever sent. */
const NEVER_POSTED = new Set<Problem>([
  PROBLEMS.addressInvalid,
  PROBLEMS.notHttps,
  PROBLEMS.holdsLogin,
]);

const vapidPrivateKey = defineSecret("VAPID_PRIVATE_KEY", {
  description: "The private key of Web Push; `farm alerts keys` makes one. none: no push messages.",
});

export interface PushMessage {
  readonly subscription: PushSubscription;
  /** JSON for the service worker. */
  readonly payload: string;
}

export const push: ChannelSender<ToDevice, PushMessage> = {
  atOnce: 20,
  secrets: [vapidPrivateKey],
  notSwitchedOn: {
    en: "Push messages are not switched on for any device.",
    de: "Push-Nachrichten sind auf keinem Gerät eingeschaltet.",
  },
  compose(notification, { subscription, language }) {
    return { subscription, payload: JSON.stringify(writePush(notification, language)) };
  },
  open({ pageUrl, post }) {
    const privateKey = vapidPrivateKey.value();
    if (privateKey === "" || privateKey === NO_CHANNEL) return undefined;
    // Push services require a contact. They do not accept a page on this machine.
    const subject = pageUrl.startsWith("https://") ? pageUrl : "mailto:alerts@example.com";
    const pusher = createPusher({ privateKey, subject, post });
    return {
      offer: pusher.publicKey,
      deliver: ({ subscription, payload }) => pusher.send(subscription, payload),
    };
  },
};

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
      if (answer.kind === "refused" && NEVER_POSTED.has(answer.problem)) return INVALID;
      return outcomeOfReceiver(answer, PUSH_PROBLEMS);
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
