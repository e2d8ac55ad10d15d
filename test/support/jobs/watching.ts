/** Farms under the shipped rules, checked by the jobs in this process, with a clock and channels that record deliveries. */

import type { Channel } from "@greenhouse/domain/alerts/channels";
import { MINUTE_MS } from "@greenhouse/domain/time";
import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import { watchFarms } from "../../../jobs/src/watch/watch-farms";
import type { Update } from "../../../jobs/src/database";
import type { CallMessage } from "../../../jobs/src/channels/call";
import type { Service } from "../../../jobs/src/channels/channel";
import type { EmailMessage } from "../../../jobs/src/channels/email";
import type { PushMessage } from "../../../jobs/src/channels/push";
import type { SmsMessage } from "../../../jobs/src/channels/sms";
import type { TelegramMessage } from "../../../jobs/src/channels/telegram";
import type { WebhookMessage } from "../../../jobs/src/channels/webhook";
import type { Outcome } from "../../../jobs/src/delivery/outcome";
import type { OpenChannels } from "../../../jobs/src/outbox/deliverer";
import { FoldedDatabase } from "./folding";

/** A delivery. */
export interface Sent {
  readonly at: number;
  readonly channel: Channel;
  /** The address, the endpoint, the URL, the number or the chat. */
  readonly to: string;
  /** The subject, the title or the first line. Empty for a call. */
  readonly title: string;
  readonly id: string;
  readonly body: string;
}

export class WatchedFarms {
  readonly database: FoldedDatabase;
  readonly sent: Sent[] = [];
  readonly failures: unknown[] = [];
  /** The alerts and the plans that the rules refused by themselves. */
  readonly refused: string[] = [];
  /** How a channel answers from now on. */
  answer: (sent: Sent) => Outcome = () => ({ kind: "delivered" });
  /** Runs before a read of the jobs. */
  beforeRead: (path: string) => Promise<void> = () => Promise.resolve();
  /** Paths that the jobs read, and paths that they read without a limit. */
  readonly reads: string[] = [];
  readonly wholeReads: string[] = [];
  /** Updates of the jobs, stored or not. */
  readonly updates: Update[] = [];
  readonly #createPushKey = createPushKeys(() => 0.5);

  constructor(now: number, data: Update) {
    this.database = new FoldedDatabase(now, {});
    for (const [path, value] of Object.entries(data)) {
      this.database.administer({ [path]: value });
    }
  }

  get now(): number {
    return this.database.now;
  }

  /** Lets minutes pass, then checks the farms. @returns the deliveries */
  async run(minutes = 1): Promise<readonly Sent[]> {
    this.database.now += minutes * MINUTE_MS;
    const before = this.sent.length;
    await watchFarms(
      {
        log: {
          farmFailed: (_: string, error: unknown) => this.failures.push(error),
          alertsLeft: () => undefined,
          alertRefused: (_: string, alertId: string) => this.refused.push(alertId),
          planRefused: (_: string, output: string) => this.refused.push(output),
          deliveryFailed: () => undefined,
          runEnded: () => undefined,
        } as never,
        now: () => this.now,
        random: Math.random,
        randomInt: () => 0,
        createPushKey: this.#createPushKey,
        database: this.#jobs,
      },
      { pageUrl: "https://farm.example", services: this.#services },
    );
    return this.sent.slice(before);
  }

  get #services(): OpenChannels["services"] {
    const email: Service<EmailMessage> = {
      offer: true,
      deliver: ({ person, subject, messageId, text, html }) => {
        const [to, body] = [`${person}@example.com`, text + html];
        return this.#keep({ channel: "email", to, title: subject, id: messageId, body });
      },
    };
    const push: Service<PushMessage> = {
      offer: "B".repeat(87),
      deliver: ({ subscription: { endpoint }, payload }) => {
        const { title } = JSON.parse(payload) as { readonly title: string };
        return this.#keep({ channel: "push", to: endpoint, title, id: "", body: payload });
      },
    };
    const webhook: Service<WebhookMessage> = {
      offer: true,
      deliver: ({ webhook: { url }, id, body }) => {
        const { subject } = JSON.parse(body) as { readonly subject: string };
        return this.#keep({ channel: "webhook", to: url, title: subject, id, body });
      },
    };
    const telegram: Service<TelegramMessage> = {
      offer: "farm_bot",
      deliver: ({ chatId, text }) => this.#keepText("telegram", chatId, text),
    };
    const sms: Service<SmsMessage> = {
      offer: true,
      budget: 1_000,
      deliver: ({ to, text }) => this.#keepText("sms", to, text),
    };
    const call: Service<CallMessage> = {
      offer: true,
      deliver: ({ to, twiml }) =>
        this.#keep({ channel: "call", to, title: "", id: "", body: twiml }),
    };
    const services = { email, push, webhook, telegram, sms, call };
    return new Map(Object.entries(services) as [Channel, Service][]);
  }

  get #jobs(): FoldedDatabase["jobs"] {
    const { jobs } = this.database;
    const noted =
      <A extends readonly unknown[], T>(read: (...args: A) => Promise<T>) =>
      async (...args: A): Promise<T> => {
        this.reads.push(String(args[0]));
        await this.beforeRead(String(args[0]));
        return read(...args);
      };
    const get = (path: string): Promise<unknown> => {
      this.wholeReads.push(path);
      return jobs.get(path);
    };
    const update: typeof jobs.update = (values) => {
      this.updates.push(values);
      return jobs.update(values);
    };
    return {
      ...jobs,
      update,
      get: noted(get),
      readPage: noted(jobs.readPage),
      getLast: noted(jobs.getLast),
      getNewest: noted(jobs.getNewest),
      readByValue: noted(jobs.readByValue),
    };
  }

  #keepText(channel: Channel, to: string, text: string): Promise<Outcome> {
    const [title = ""] = text.split("\n");
    return this.#keep({ channel, to, title, id: "", body: text });
  }

  #keep(sent: Omit<Sent, "at">): Promise<Outcome> {
    const kept = { ...sent, at: this.now };
    this.sent.push(kept);
    return Promise.resolve(this.answer(kept));
  }
}
