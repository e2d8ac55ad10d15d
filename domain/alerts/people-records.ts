/** Parses records of people's alerts. Stored data is not trusted, so invalid fields are left out. */

import { ADDRESS_KINDS, CHANNEL_IDS, channelRow, channelsOf } from "./channels.ts";
import type { Channel } from "./channels.ts";
import { parseRecipientId } from "./recipient-ids.ts";
import type { Recipient } from "./recipient-ids.ts";
import { AFTER_MINUTES } from "./people.ts";
import type { AlertTest, Personal, PushSubscription } from "./people.ts";
import { MINUTES_OF_DAY } from "./quiet.ts";
import type { QuietHours } from "./quiet.ts";
import {
  asTime,
  asText,
  fieldOf,
  fields,
  integerUpTo,
  oneOf,
  parseChildren,
  parseFields,
  parseRecord,
  textOf,
} from "../stored.ts";
import { parseLanguage } from "../words/languages.ts";

/** A recipient to whom a notification could not be delivered. */
export interface Undelivered {
  readonly recipient: Recipient;
  readonly at: number;
  readonly problem: string;
}

const CHOICE = { afterMinutes: oneOf(AFTER_MINUTES), since: asTime };
const STEPS = fields(oneOf(AFTER_MINUTES), ...CHANNEL_IDS);
const CONFIRMED = fields(asText, ...ADDRESS_KINDS);
const QUIET = fields(integerUpTo(MINUTES_OF_DAY - 1), "from", "until");
const PUSH_KEYS = fields(asText, "p256dh", "auth");

/** @param stored `alertTests/<authUid>/<channel>` */
export function parseAlertTest(stored: unknown): AlertTest | undefined {
  const required = { farmId: asText, askedAt: asTime };
  return parseRecord(stored, required, { doneAt: asTime, problem: asText });
}

/** @param stored `users/<authUid>/alerts` */
export function parsePersonal(stored: unknown, farmId: string): Personal {
  const devices = parseChildren(fieldOf(stored, "push"), (child, id) => {
    const subscription = parseSubscription(child);
    return subscription && ([id, subscription] as const);
  });
  const addresses = parseFields(fieldOf(stored, "addresses"), CONFIRMED);
  const isOn = (channel: Channel): boolean => {
    const { address } = channelRow(channel);
    const isReached = address === undefined || addresses[address] !== undefined;
    return fieldOf(stored, channel) === true && isReached;
  };
  // `false` if the person wants no notifications from the farm.
  const choice = fieldOf(fieldOf(stored, "farms"), farmId);
  const { afterMinutes = 0, ...since } = parseFields(choice, CHOICE);
  const quiet = parseQuiet(fieldOf(stored, "quiet"));
  return {
    channels: new Set(channelsOf("person").filter(isOn)),
    addresses,
    token: textOf(stored, "token"),
    language: parseLanguage(stored),
    devices: new Map(devices),
    afterMinutes: choice === false ? undefined : afterMinutes,
    ...since,
    steps: parseFields(fieldOf(choice, "channels"), STEPS),
    ...(quiet && { quiet }),
  };
}

function parseQuiet(stored: unknown): QuietHours | undefined {
  const quiet = parseRecord(stored, QUIET);
  return quiet?.from === quiet?.until ? undefined : quiet;
}

/**
 * Whether a member has accepted the membership. An administrator can make anybody a member, but only members who accepted
 * get notifications.
 * @param stored `users/<authUid>/farms/<farmId>`
 */
export function isAccepted(stored: unknown): boolean {
  return stored === true;
}

function parseSubscription(stored: unknown): PushSubscription | undefined {
  const keys = parseRecord(fieldOf(stored, "keys"), PUSH_KEYS);
  const endpoint = textOf(stored, "endpoint");
  return keys && endpoint !== undefined ? { endpoint, keys } : undefined;
}

/** Returns failed deliveries, the newest first. @param stored `alerts/<farmId>/undelivered` */
export function parseUndelivered(stored: unknown): readonly Undelivered[] {
  return parseChildren(stored, (child, id) => {
    const recipient = parseRecipientId(id);
    const undelivered = parseRecord(child, { at: asTime }, { problem: asText });
    return recipient && undelivered && { recipient, problem: "", ...undelivered };
  }).sort((a, b) => b.at - a.at);
}
