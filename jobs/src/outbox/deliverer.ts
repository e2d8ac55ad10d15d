/** Writes a notification in its recipient's language, and sends it. Names of farms are read once per run. */

import { hash } from "node:crypto";

import { channelRow, channelsOf, type Channel } from "@greenhouse/domain/alerts/channels";
import { countDelivery } from "@greenhouse/domain/alerts/deliveries";
import { recipientIdOf, type Recipient } from "@greenhouse/domain/alerts/recipient-ids";
import { parseAlertSettings, parsePlace } from "@greenhouse/domain/identity/farm-records";
import { isLanguage } from "@greenhouse/domain/words/languages";
import { CHANNEL_SENDERS, type Services } from "../channels";
import type { Addressee } from "../channels/channel";
import { problemText, refused, type Outcome, type Problem } from "../delivery/outcome";
import type { Notification } from "../messages/notification";
import { remember } from "../remember";
import type { Run } from "../run";
import type { Update } from "../database";
import { findLimit, hashAddress, isUrgent, sendCounted } from "./limits";
import { withoutAnswered } from "./without-answered";
import { addresseeOf, readMember, recipientsOf } from "./recipients";

/** The channels of the deployment. */
export interface OpenChannels {
  readonly services: Services;
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
/** The message could not be written, because of a bug or because the database did not answer. */
export const NOT_PREPARED: Problem = {
  en: "The message could not be created.",
  de: "Die Nachricht konnte nicht erstellt werden.",
};
export const CHANNEL_OFF: Problem = {
  en: "This deployment does not use this channel.",
  de: "Diese Installation nutzt diesen Weg nicht.",
};

/** A message that has to be counted, and then sent. */
export interface Prepared {
  /** What the update of the attempt stores. */
  readonly records: Update;
  readonly send: () => Promise<Outcome>;
}

export function isPrepared(prepared: Prepared | Outcome): prepared is Prepared {
  return "send" in prepared;
}

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
    private readonly channels: OpenChannels,
  ) {}

  /**
   * Writes a notification of the outbox for one recipient. Returns the outcome instead if nothing is to be sent.
   * @param at the time of the attempt in Unix milliseconds
   */
  async prepare(
    farmId: string,
    id: string,
    recipient: Recipient,
    at: number,
  ): Promise<Prepared | Outcome> {
    const { words } = await this.#readFarm(farmId);
    const read = (name: string): Promise<unknown> =>
      this.run.database.get(`alertOutbox/${farmId}/${id}/${name}`);
    const values = await Promise.all(CONTENT.map(read));
    // A newer notification has replaced it.
    if (values[0] === null) return UNWANTED;
    const content = Object.fromEntries(
      CONTENT.map((name, index) => [name, values[index] ?? undefined]),
    );
    const notification = { ...(content as unknown as Notification), ...words, id };
    const prepared = await this.#prepare(notification, recipient, at);
    if (!isPrepared(prepared) || !("person" in recipient)) return prepared;
    const { channel, person } = recipient;
    const attempt = { farmId, person, messageId: messageIdOf(id, recipient), at };
    const claimed = CHANNEL_SENDERS[channel].claim?.(attempt);
    return { ...prepared, records: { ...prepared.records, ...claimed } };
  }

  /** Sends the test message that a person asked for. */
  async sendTest(farmId: string, person: string, channel: Channel): Promise<Outcome> {
    const { database, now } = this.run;
    const { words } = await this.#readFarm(farmId);
    const notification = { ...words, id: `test-${now()}`, at: now() };
    const all: readonly Recipient[] = [
      ...channelsOf("farm").map((farmChannel) => ({ channel: farmChannel })),
      ...recipientsOf(person, await readMember(database, farmId, person)),
    ];
    const outcomes = await Promise.all(
      all
        .filter((recipient) => recipient.channel === channel)
        .map((recipient) => this.#sendTest(notification, recipient)),
    );
    const wanted = outcomes.filter(({ kind }) => kind !== "unwanted");
    // Reaching one device is enough. The other devices may no longer be in use.
    const { notSwitchedOn } = CHANNEL_SENDERS[channel];
    return wanted.find(({ kind }) => kind === "delivered") ?? wanted[0] ?? refused(notSwitchedOn);
  }

  /** Describes a problem in the farm's language. */
  async wordProblem(farmId: string, problem: Problem): Promise<string> {
    return problemText(problem, (await this.#readFarm(farmId)).language);
  }

  /** Sends a test message, which counts like a notification. */
  async #sendTest(notification: Notification, recipient: Recipient): Promise<Outcome> {
    const { database, now } = this.run;
    const prepared = await this.#prepare(notification, recipient, now());
    if (!isPrepared(prepared)) return prepared;
    const { records, send } = prepared;
    const isCounted =
      Object.keys(records).length === 0 || (await database.update(records)) === "stored";
    return isCounted ? send() : refused(NOT_PREPARED);
  }

  async #prepare(
    notification: Notification,
    recipient: Recipient,
    at: number,
  ): Promise<Prepared | Outcome> {
    const to = await this.#findAddressee(notification, recipient);
    if (to === undefined) return UNWANTED;
    const sender = CHANNEL_SENDERS[recipient.channel];
    const service = this.channels.services.get(recipient.channel);
    if (service === undefined) return refused(CHANNEL_OFF);
    const current = sender.skipsAnswered
      ? await withoutAnswered(this.run, notification)
      : notification;
    if (current === undefined) return UNWANTED;
    const message = sender.compose(current, to);
    if (message === undefined) return UNWANTED;
    const send = (): Promise<Outcome> => service.deliver(message);
    if (!("person" in recipient)) return { records: {}, send };
    const { channel, person } = recipient;
    const { farmId } = notification;
    const { budget } = service;
    const { database } = this.run;
    const address = this.#hashAddress(channel, to);
    const delivery = { channel, person, address, farmId, budget, at };
    const limit = await findLimit(database, { ...delivery, isUrgent: isUrgent(current) });
    if (limit !== undefined) return refused(limit);
    return { records: countDelivery(delivery), send: () => sendCounted(database, delivery, send) };
  }

  #hashAddress(channel: Channel, to: Addressee): string {
    const address = "address" in to ? to.address : "";
    return hashAddress(channelRow(channel).address, address, this.channels.pageUrl);
  }

  /** Returns undefined if the recipient has switched the channel off, left the farm or muted it in the meantime. */
  async #findAddressee(
    { id, farmId }: Notification,
    recipient: Recipient,
  ): Promise<Addressee | undefined> {
    const { database } = this.run;
    const messageId = messageIdOf(id, recipient);
    if ("person" in recipient) {
      return addresseeOf(
        recipient,
        await readMember(database, farmId, recipient.person),
        messageId,
      );
    }
    const settings = parseAlertSettings(await database.get(`alertSettings/${farmId}`));
    const { webhook, language = "en" } = settings ?? {};
    return webhook && { webhook, language, messageId };
  }
}

/** Returns an id that is the same in each attempt, and different for each recipient. */
function messageIdOf(notificationId: string, recipient: Recipient): string {
  const { channel } = recipient;
  const owner = recipientIdOf(recipient).slice(channel.length + 1);
  return `${notificationId}.${hash("sha256", owner).slice(0, 16)}`;
}
