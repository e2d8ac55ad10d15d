/** Writes a notification in its recipient's language, and sends it. Names of farms are read once per run. */

import { hash } from "node:crypto";

import { isLanguage } from "@greenhouse/domain/words/languages";
import { type Channel } from "@greenhouse/domain/alerts/people";
import { type Recipient } from "@greenhouse/domain/alerts/ids";
import { parseAlertSettings, parsePlace } from "@greenhouse/domain/identity/farm-records";
import type { FindAddress } from "../accounts";
import type { Mailer } from "../delivery/mail";
import type { Outcome } from "../delivery/outcome";
import type { Pusher } from "../delivery/push";
import type { WebhookSender } from "../delivery/webhook";
import { writeEmail } from "../messages/email";
import type { Notification } from "../messages/notification";
import { problemText, type DeliveryProblem } from "../messages/delivery-problem";
import { writePush } from "../messages/push";
import { writeWebhook } from "../messages/webhook";
import { remember } from "../remember";
import type { Run } from "../run";
import { readMember, recipientsOf } from "./recipients";

/** The channels of the deployment. A channel that is off is undefined. */
export interface Channels {
  readonly mailer: Mailer | undefined;
  readonly pusher: Pusher | undefined;
  readonly sendWebhook: WebhookSender;
  /** The origin of the farm page. */
  readonly pageUrl: string;
}

/** A run that delivers. */
export interface DeliveryRun extends Run {
  readonly deliverer: Deliverer;
  /** Reads the first owner of a farm. */
  readonly readOwner: (farmId: string) => Promise<string>;
  /** After this time, in Unix milliseconds, no delivery begins. */
  readonly until: number;
}

/** The fields of a notification, without its recipients. */
const CONTENT = ["at", "alerts", "others", "unanswered"] as const;
const UNWANTED: Outcome = { kind: "unwanted" };
const refused = (code: DeliveryProblem["code"]): Outcome => ({
  kind: "refused",
  problem: { code },
});
const NOT_SWITCHED_ON: Readonly<Record<Channel, Outcome>> = {
  email: refused("emailOff"),
  push: refused("pushOff"),
  webhook: refused("noWebhook"),
};

export class Deliverer {
  readonly #readFarm = remember(async (farmId: string) => {
    const { database } = this.run;
    const [name, place, language] = await Promise.all([
      database.get(`farms/${farmId}/name`),
      database.get(`farms/${farmId}/place`),
      database.get(`alertSettings/${farmId}/language`),
    ]);
    return {
      language: isLanguage(language) ? language : "en",
      words: {
        farmId,
        farmName: typeof name === "string" ? name : farmId,
        timeZone: parsePlace(place)?.timeZone ?? "UTC",
        pageUrl: this.channels.pageUrl,
      },
    };
  });

  constructor(
    private readonly run: Run,
    private readonly channels: Channels,
    private readonly findAddress: FindAddress,
  ) {}

  /** Delivers a notification of the outbox to one recipient. */
  async deliver(farmId: string, id: string, recipient: Recipient): Promise<Outcome> {
    const { words } = await this.#readFarm(farmId);
    const read = (name: string): Promise<unknown> =>
      this.run.database.get(`alertOutbox/${farmId}/${id}/${name}`);
    const values = await Promise.all(CONTENT.map(read));
    // A newer notification has replaced it.
    if (values[0] === null) return UNWANTED;
    const content = Object.fromEntries(CONTENT.map((name, at) => [name, values[at] ?? undefined]));
    return this.#send({ ...(content as unknown as Notification), ...words, id }, recipient);
  }

  /** Sends the test message that a person asked for. */
  async sendTest(farmId: string, person: string, channel: Channel): Promise<Outcome> {
    const { database, now } = this.run;
    const { words } = await this.#readFarm(farmId);
    const notification = { ...words, id: `test-${now()}`, at: now() };
    const all: readonly Recipient[] = [
      { channel: "webhook" },
      ...recipientsOf(person, await readMember(database, farmId, person)),
    ];
    const outcomes = await Promise.all(
      all
        .filter((recipient) => recipient.channel === channel)
        .map((recipient) => this.#send(notification, recipient)),
    );
    const wanted = outcomes.filter(({ kind }) => kind !== "unwanted");
    // Reaching one device is enough. The other devices may no longer be in use.
    return wanted.find(({ kind }) => kind === "delivered") ?? wanted[0] ?? NOT_SWITCHED_ON[channel];
  }

  /** Describes a problem in the farm's language. */
  async wordProblem(farmId: string, problem: DeliveryProblem): Promise<string> {
    return problemText(problem, (await this.#readFarm(farmId)).language);
  }

  async #send(notification: Notification, recipient: Recipient): Promise<Outcome> {
    const { database, now } = this.run;
    const { mailer, pusher, sendWebhook, pageUrl } = this.channels;
    const { farmId, id } = notification;
    if (recipient.channel === "webhook") {
      const settings = parseAlertSettings(await database.get(`alertSettings/${farmId}`));
      if (settings?.webhook === undefined) return UNWANTED;
      const body = JSON.stringify(writeWebhook(notification, settings.language ?? "en"));
      return sendWebhook(settings.webhook, { id, atMs: now(), body });
    }
    const { person } = recipient;
    // A person who left the farm or muted it in the meantime gets no more notifications from it.
    const member = await readMember(database, farmId, person);
    if (member === undefined) return UNWANTED;
    const { language = "en", token = "" } = member;
    if (recipient.channel === "push") {
      const subscription = member.devices.get(recipient.device);
      if (subscription === undefined) return UNWANTED;
      if (pusher === undefined) return refused("channelOff");
      return pusher.send(subscription, JSON.stringify(writePush(notification, language)));
    }
    if (!member.hasEmail) return UNWANTED;
    if (mailer === undefined) return refused("channelOff");
    const to = await this.findAddress(person);
    if (to === undefined) return refused("noConfirmedAddress");
    // This link switches e-mail off without a sign-in.
    const unsubscribeUrl = `${pageUrl}/api/unsubscribe?${new URLSearchParams({ person, token }).toString()}`;
    // The id is the same in each attempt, and different for each person.
    const messageId = `${id}.${hash("sha256", person).slice(0, 16)}`;
    const email = writeEmail(notification, language, unsubscribeUrl);
    return mailer.send({ ...email, to, unsubscribeUrl, messageId });
  }
}
