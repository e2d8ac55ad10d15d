/** Mail servers, webhooks, messengers and telephones: they keep what they get, and fail now and then. */

import type { Channel } from "@greenhouse/domain/alerts/channels";
import type { CallMessage } from "../../jobs/src/channels/call";
import type { Service } from "../../jobs/src/channels/channel";
import type { EmailMessage } from "../../jobs/src/channels/email";
import type { SmsMessage } from "../../jobs/src/channels/sms";
import type { TelegramMessage } from "../../jobs/src/channels/telegram";
import type { WebhookMessage } from "../../jobs/src/channels/webhook";
import type { Outcome } from "../../jobs/src/delivery/outcome";
import { PROBLEMS } from "../../jobs/src/delivery/problems";
import type { OpenChannels } from "../../jobs/src/outbox/deliverer";
import type { Faults } from "./faults/faults";
import type { Process } from "./process";
import type { Random } from "./random";
import type { World } from "./world";

export interface Received {
  readonly atMs: number;
  readonly channel: Channel;
  readonly to: string;
  /** The same for each attempt at one notification; absent if the channel shows none to the receiver. */
  readonly id?: string;
  readonly text: string;
}

export const PAGE_URL = "https://farm.example";
const DELIVERY_MS = 300;
const TIMEOUT_MS = 5_000;

export class Receivers {
  readonly received: Received[] = [];
  readonly #random: Random;
  readonly #listeners: ((received: Received) => void)[] = [];

  constructor(
    private readonly world: World,
    private readonly faults: () => Faults,
  ) {
    this.#random = world.random.fork("receivers");
  }

  onReceived(listener: (received: Received) => void): void {
    this.#listeners.push(listener);
  }

  /** The channels of one run. */
  channels(process: Process): OpenChannels {
    const email: Service<EmailMessage> = {
      offer: true,
      deliver: ({ person, subject, messageId }) => {
        const to = `${person}@example.com`;
        return this.#deliver(process, { channel: "email", to, id: messageId, text: subject });
      },
    };
    const webhook: Service<WebhookMessage> = {
      offer: true,
      deliver: ({ webhook: { url }, id, body }) =>
        this.#deliver(process, { channel: "webhook", to: url, id, text: body }),
    };
    const telegram: Service<TelegramMessage> = {
      offer: "farm_bot",
      deliver: ({ chatId, text }) =>
        this.#deliver(process, { channel: "telegram", to: chatId, text }),
    };
    const sms: Service<SmsMessage> = {
      offer: true,
      deliver: (message) => this.#deliver(process, { channel: "sms", ...message }),
    };
    const call: Service<CallMessage> = {
      offer: true,
      deliver: ({ to, twiml }) => this.#deliver(process, { channel: "call", to, text: twiml }),
    };
    const services = new Map<Channel, Service>(
      Object.entries({ email, webhook, telegram, sms, call }) as [Channel, Service][],
    );
    return { pageUrl: PAGE_URL, services };
  }

  #deliver(process: Process, notification: Omit<Received, "atMs">): Promise<Outcome> {
    const faults = this.faults();
    const isLost = this.#random.chance(faults["channels.lostRequest"]);
    const isAnswerLost = this.#random.chance(faults["channels.lostAnswer"]);
    const isRefused = this.#random.chance(faults["channels.refused"]);
    return new Promise((resolve) => {
      const answer = (outcome: Outcome, afterMs: number): void =>
        void this.world.after(afterMs, () => process.deliver(() => resolve(outcome)));
      const noAnswer: Outcome = { kind: "retry", problem: PROBLEMS.noAnswer };
      if (isLost) {
        answer(noAnswer, TIMEOUT_MS);
        return;
      }
      this.world.after(this.#random.between(0, DELIVERY_MS), () => {
        if (isRefused) {
          answer(noAnswer, DELIVERY_MS);
          return;
        }
        this.world.note(notification.to, `gets ${notification.channel} ${notification.id ?? ""}`);
        const received = { ...notification, atMs: this.world.now() };
        this.received.push(received);
        for (const listener of this.#listeners) listener(received);
        answer(isAnswerLost ? noAnswer : { kind: "delivered" }, isAnswerLost ? TIMEOUT_MS : 10);
      });
    });
  }
}
