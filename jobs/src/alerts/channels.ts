/** Writes a message in its recipient's language, and gives it to the channel. People and farms are read once a run. */

import { hash } from "node:crypto";

import type { Channel, Recipient } from "../../../domain/src/alerts";
import { readAlertSettings, readPlace } from "../../../domain/src/farm-records";
import { textOf } from "../../../domain/src/stored";
import type { Database, FindAddress } from "../database";
import type { Mailer } from "../delivery/mail";
import type { Outcome } from "../delivery/outcome";
import type { Pusher } from "../delivery/push";
import type { WebhookSender } from "../delivery/webhook";
import { writeEmail, type Email } from "../messages/email";
import type { Language, Message } from "../messages/message";
import { writePush } from "../messages/push";
import { writeTest, type TestMessage } from "../messages/test";
import { writeWebhook } from "../messages/webhook";
import { remember } from "../remember";
import type { Deliver } from "./outbox";
import { devicesOf, readPersonalAlerts } from "./recipients";

/** What is deployed. A channel that is off is undefined. */
export interface Channels {
  readonly mailer: Mailer | undefined;
  readonly pusher: Pusher | undefined;
  readonly sendWebhook: WebhookSender;
  /** The origin of the farm page. */
  readonly pageUrl: string;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export type SendTest = (farmId: string, person: string, channel: Channel) => Promise<Outcome>;

/** A message for each channel. */
interface Content {
  readonly email: (language: Language, unsubscribeUrl: string) => Email;
  readonly push: (language: Language) => object;
  readonly webhook: () => object;
}

const UNWANTED = { kind: "unwanted" } as const;
const OFF = refused("This deployment does not use this channel.");
const UNCONFIRMED = refused("The account has no confirmed e-mail address.");
const NOT_SWITCHED_ON: Readonly<Record<Channel, Outcome>> = {
  email: refused("E-mail is not switched on."),
  push: refused("Push messages are not switched on, on any device."),
  webhook: refused("The farm has no webhook."),
};

/** @param database for one run */
export function createSenders(
  channels: Channels,
  database: Database,
  findAddress: FindAddress,
): { readonly deliver: Deliver; readonly sendTest: SendTest } {
  const { mailer, pusher, sendWebhook, pageUrl, now } = channels;
  const readPerson = remember((person: string) =>
    database.get(`users/${person}/alerts`).then(readPersonalAlerts),
  );
  const readMembers = remember((farmId: string) => database.get(`farms/${farmId}/members`));
  const readAddress = remember(findAddress);
  const readWords = remember((farmId: string) => readFarmWords(database, farmId));

  async function send(
    farmId: string,
    id: string,
    recipient: Recipient,
    content: Content,
  ): Promise<Outcome | typeof UNWANTED> {
    if (recipient.channel === "webhook") {
      const settings = readAlertSettings(await database.get(`alertSettings/${farmId}`));
      if (settings?.webhook === undefined) return UNWANTED;
      return sendWebhook(settings.webhook, {
        id,
        atMs: now(),
        body: JSON.stringify(content.webhook()),
      });
    }
    const { person } = recipient;
    const alerts = await readPerson(person);
    // A person who left the farm or muted it in the meantime gets no more messages of it.
    const isMember = textOf(await readMembers(farmId), person) !== undefined;
    if (!isMember || alerts.farms?.[farmId] === false) return UNWANTED;
    const { language = "en", token = "" } = alerts;
    if (recipient.channel === "push") {
      const subscription = alerts.push?.[recipient.device];
      if (subscription === undefined) return UNWANTED;
      return pusher?.send(subscription, JSON.stringify(content.push(language))) ?? OFF;
    }
    if (alerts.email !== true) return UNWANTED;
    if (mailer === undefined) return OFF;
    const to = await readAddress(person);
    if (to === undefined) return UNCONFIRMED;
    const unsubscribeUrl = unsubscribeUrlOf(pageUrl, person, token);
    // The same in each attempt, and another one for each person.
    const messageId = `${id}.${hash("sha256", person).slice(0, 16)}`;
    return mailer.send({
      ...content.email(language, unsubscribeUrl),
      to,
      unsubscribeUrl,
      messageId,
    });
  }

  return {
    deliver: async ({ farmId, messageId: id, recipient, entry }) => {
      const message: Message = { ...entry, id, farmId, pageUrl, ...(await readWords(farmId)) };
      return send(farmId, id, recipient, {
        email: (language, url) => writeEmail(message, language, url),
        push: (language) => writePush(message, language),
        webhook: () => writeWebhook(message),
      });
    },

    sendTest: async (farmId, person, channel) => {
      const id = `test-${now()}`;
      const words = await readWords(farmId);
      const message: TestMessage = { id, farmId, pageUrl, at: now(), ...words };
      const content: Content = {
        email: (language, url) => writeTest.email(message, language, url),
        push: (language) => writeTest.push(message, language),
        webhook: () => writeTest.webhook(message),
      };
      const devices = devicesOf(await readPerson(person));
      const recipients: readonly Recipient[] =
        channel === "push"
          ? devices.map((device) => ({ channel, person, device }))
          : [channel === "email" ? { channel, person } : { channel }];
      const outcomes = await Promise.all(
        recipients.map((recipient) => send(farmId, id, recipient, content)),
      );
      const wanted = outcomes.filter((outcome) => outcome.kind !== "unwanted");
      // It is enough to reach one device: the others may no longer be in use.
      return (
        wanted.find(({ kind }) => kind === "delivered") ?? wanted[0] ?? NOT_SWITCHED_ON[channel]
      );
    },
  };
}

/** Where a person's e-mail is switched off, without a sign-in. */
function unsubscribeUrlOf(pageUrl: string, person: string, token: string): string {
  return `${pageUrl}/api/unsubscribe?${new URLSearchParams({ person, token }).toString()}`;
}

async function readFarmWords(
  database: Database,
  farmId: string,
): Promise<Pick<Message, "farmName" | "timeZone">> {
  const [name, place] = await Promise.all([
    database.get(`farms/${farmId}/name`),
    database.get(`farms/${farmId}/place`),
  ]);
  return {
    farmName: typeof name === "string" ? name : farmId,
    timeZone: readPlace(place)?.timeZone ?? "UTC",
  };
}

function refused(problem: string): Outcome {
  return { kind: "refused", problem };
}
