/** Writes a message in its recipient's language, and gives it to the channel. Words of farms are read once a run. */

import { hash } from "node:crypto";

import {
  LANGUAGES,
  type Channel,
  type Language,
  type OutboxEntry,
  type Recipient,
} from "../../../domain/src/alerts";
import { readAlertSettings, readPlace } from "../../../domain/src/farm-records";
import type { Database, FindAddress } from "../database";
import type { Mailer } from "../delivery/mail";
import type { Outcome } from "../delivery/outcome";
import type { Pusher } from "../delivery/push";
import type { WebhookSender } from "../delivery/webhook";
import { writeEmail, type Email } from "../messages/email";
import type { Message } from "../messages/message";
import { problemText } from "../messages/problem";
import { writePush } from "../messages/push";
import { writeTest, type TestMessage } from "../messages/test";
import { writeWebhook } from "../messages/webhook";
import { remember } from "../remember";
import type { Sender } from "./deliver";
import { readChoice, readPerson, recipientsOf } from "./people";

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

/** Asked for by a person. */
export type SendTest = (farmId: string, person: string, channel: Channel) => Promise<Outcome>;

/** A message for each channel. */
interface Content {
  readonly email: (language: Language, unsubscribeUrl: string) => Email;
  readonly push: (language: Language) => object;
  readonly webhook: (language: Language) => object;
}

const UNWANTED = { kind: "unwanted" } as const;
const refused = (
  code: "channelOff" | "noConfirmedAddress" | "emailOff" | "pushOff" | "noWebhook",
) => ({ kind: "refused", problem: { code } }) as const;
const NOT_SWITCHED_ON: Readonly<Record<Channel, Outcome>> = {
  email: refused("emailOff"),
  push: refused("pushOff"),
  webhook: refused("noWebhook"),
};

/** @param database for one run */
export function createSenders(
  { mailer, pusher, sendWebhook, pageUrl, now }: Channels,
  database: Database,
  findAddress: FindAddress,
): Sender & { readonly sendTest: SendTest } {
  const readFarmWords = remember(async (farmId: string) => {
    const [name, place, language] = await Promise.all([
      database.get(`farms/${farmId}/name`),
      database.get(`farms/${farmId}/place`),
      database.get(`alertSettings/${farmId}/language`),
    ]);
    return {
      language: LANGUAGES.find((each) => each === language) ?? "en",
      farm: {
        ...{ farmId, pageUrl, farmName: typeof name === "string" ? name : farmId },
        timeZone: readPlace(place)?.timeZone ?? "UTC",
      },
    };
  });

  async function send(
    farmId: string,
    id: string,
    recipient: Recipient,
    content: Content,
  ): Promise<Outcome | typeof UNWANTED> {
    if (recipient.channel === "webhook") {
      const settings = readAlertSettings(await database.get(`alertSettings/${farmId}`));
      if (settings?.webhook === undefined) return UNWANTED;
      const body = JSON.stringify(content.webhook(settings.language ?? "en"));
      return sendWebhook(settings.webhook, { id, atMs: now(), body });
    }
    const { person } = recipient;
    // A person who left the farm or muted it in the meantime gets no more messages of it.
    if ((await readChoice(database, farmId, person)) === undefined) return UNWANTED;
    const { email, devices, language, token } = await readPerson(database, person);
    if (recipient.channel === "push") {
      const subscription = devices.get(recipient.device);
      if (subscription === undefined) return UNWANTED;
      return (
        pusher?.send(subscription, JSON.stringify(content.push(language))) ?? refused("channelOff")
      );
    }
    if (!email) return UNWANTED;
    if (mailer === undefined) return refused("channelOff");
    const to = await findAddress(person);
    if (to === undefined) return refused("noConfirmedAddress");
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
    deliver: async ({ farmId, messageId: id, recipient }) => {
      const path = `alertOutbox/${farmId}/${id}`;
      const [at, alerts, others] = await Promise.all(
        ["at", "alerts", "others"].map((name) => database.get(`${path}/${name}`)),
      );
      // A newer message took its place.
      if (at === null) return UNWANTED;
      const stored = { at, ...(alerts !== null && { alerts }), ...(others !== null && { others }) };
      const { farm } = await readFarmWords(farmId);
      const message: Message = { ...(stored as Omit<OutboxEntry, "to">), ...farm, id };
      return send(farmId, id, recipient, {
        email: (language, url) => writeEmail(message, language, url),
        push: (language) => writePush(message, language),
        webhook: (language) => writeWebhook(message, language),
      });
    },

    wordProblem: async (farmId, problem) =>
      problemText(problem, (await readFarmWords(farmId)).language),

    sendTest: async (farmId, person, channel) => {
      const id = `test-${now()}`;
      const { farm } = await readFarmWords(farmId);
      const message: TestMessage = { ...farm, id, at: now() };
      const content: Content = {
        email: (language, url) => writeTest.email(message, language, url),
        push: (language) => writeTest.push(message, language),
        webhook: (language) => writeTest.webhook(message, language),
      };
      const all: readonly Recipient[] =
        channel === "webhook"
          ? [{ channel }]
          : recipientsOf(person, await readPerson(database, person));
      const outcomes = await Promise.all(
        all
          .filter((recipient) => recipient.channel === channel)
          .map((recipient) => send(farmId, id, recipient, content)),
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
