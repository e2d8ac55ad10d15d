/** The recipients of a farm's notifications: its members, as they have chosen, and its webhook. */

import { channelRow, channelsOf } from "@greenhouse/domain/alerts/channels";
import { isAccepted, parsePersonal } from "@greenhouse/domain/alerts/people-records";
import { recipientIdOf } from "@greenhouse/domain/alerts/recipient-ids";
import { type AlertSettings } from "@greenhouse/domain/alerts/settings";
import { afterOf, type AfterMinutes } from "@greenhouse/domain/alerts/people";
import { quietUntil } from "@greenhouse/domain/alerts/quiet";
import type { Place } from "@greenhouse/domain/sun";
import type { Personal } from "@greenhouse/domain/alerts/people";
import type { Recipient } from "@greenhouse/domain/alerts/recipient-ids";
import { inParallel } from "@greenhouse/domain/in-parallel";
import type { Database } from "../database";
import type { Addressee } from "../channels/channel";
import type { Run } from "../run";
import { inTurns } from "../turns";

type PersonalRecipient = Extract<Recipient, { readonly person: string }>;

/** Devices of one person. Older devices are probably browsers that were reset. */
const MAX_DEVICES = 10;
/** Members of a farm that are notified: owners first, then viewers by uid. */
const MAX_MEMBERS = 200;
/** Recipients of a notification: first the e-mail of every person, then their devices in turn, the newest first. */
const MAX_RECIPIENTS = 500;
/** People that are read at once. */
const AT_ONCE = 20;

/** Settings of a person that are read as they are. The others can be large. */
const PERSONAL = [...channelsOf("person"), "addresses", "quiet", "token", "language"] as const;

/** @returns undefined if the person is not a member, or wants no notifications from the farm */
export async function readMember(
  database: Database,
  farmId: string,
  person: string,
): Promise<Personal | undefined> {
  const alerts = `users/${person}/alerts`;
  const read = async (name: string): Promise<readonly [string, unknown]> => [
    name,
    await database.get(`${alerts}/${name}`),
  ];
  const [role, listed, choice, push, ...settings] = await Promise.all([
    database.get(`farms/${farmId}/members/${person}`),
    database.get(`users/${person}/farms/${farmId}`),
    database.get(`${alerts}/farms/${farmId}`),
    // The rules let the names of devices hold lower case, digits and hyphens.
    database.getLast(`${alerts}/push`, "-", "zz", MAX_DEVICES),
    ...PERSONAL.map(read),
  ]);
  if (typeof role !== "string" || !isAccepted(listed)) return undefined;
  const stored = { ...Object.fromEntries(settings), push, farms: { [farmId]: choice } };
  const personal = parsePersonal(stored, farmId);
  return personal.afterMinutes === undefined ? undefined : personal;
}

/** A recipient of a farm's notifications. */
export interface FarmRecipient {
  readonly id: string;
  /** Undefined: the farm's webhook. */
  readonly person?: string;
  readonly after: AfterMinutes;
  /** When the person chose `after`, in Unix milliseconds. */
  readonly since?: number;
  /** The end of the person's quiet hours, in Unix milliseconds; absent outside of them. */
  readonly quietUntil?: number;
}

/** The part of a farm's records that tells who is notified. */
export interface NotifiedFarm {
  readonly farmId: string;
  readonly settings: AlertSettings;
  readonly place: Place | undefined;
}

export async function findRecipients(
  { database, log }: Run,
  { farmId, settings, place }: NotifiedFarm,
  now: number,
): Promise<readonly FarmRecipient[]> {
  const members = await database.readByValue(`farms/${farmId}/members`, MAX_MEMBERS);
  const found = new Map<string, readonly FarmRecipient[]>(members.map(([person]) => [person, []]));
  await inParallel(found.keys(), AT_ONCE, async (person) => {
    try {
      const member = await readMember(database, farmId, person);
      if (member === undefined) return;
      const { since, quiet } = member;
      const quietEnd = quiet && quietUntil(quiet, place?.timeZone ?? "UTC", now);
      const farmRecipientOf = (recipient: Recipient): FarmRecipient => ({
        id: recipientIdOf(recipient),
        person,
        after: afterOf(member, recipient.channel),
        ...(since !== undefined && { since }),
        ...(quietEnd !== undefined && { quietUntil: quietEnd }),
      });
      found.set(person, recipientsOf(person, member).map(farmRecipientOf));
    } catch (error) {
      // The records of one person must not prevent notifications to the others.
      log.farmFailed(farmId, error);
    }
  });
  if (settings.webhook !== undefined) found.set("", [{ id: "webhook", after: 0 }]);
  return inTurns([...found.values()].flat(), ({ person = "" }) => person).slice(0, MAX_RECIPIENTS);
}

/** Returns the channels that a person has switched on, the newest device first. */
export function recipientsOf(
  person: string,
  member: Personal | undefined,
): readonly PersonalRecipient[] {
  if (member === undefined) return [];
  const { channels, devices } = member;
  return [
    ...channelsOf("person")
      .filter((channel) => channels.has(channel))
      .map((channel) => ({ channel, person })),
    ...channelsOf("device").flatMap((channel) =>
      [...devices.keys()].reverse().map((device) => ({ channel, person, device })),
    ),
  ];
}

/** Returns what the channel needs to know; undefined if the person has switched it off. */
export function addresseeOf(
  recipient: PersonalRecipient,
  member: Personal | undefined,
  messageId: string,
): Addressee | undefined {
  if (member === undefined) return undefined;
  const { channel, person } = recipient;
  const { language = "en", token = "", addresses } = member;
  if ("device" in recipient) {
    const subscription = member.devices.get(recipient.device);
    return subscription && { person, language, messageId, subscription };
  }
  const { address: kind } = channelRow(channel);
  const address = (kind && addresses[kind]) ?? "";
  return member.channels.has(recipient.channel)
    ? { person, language, messageId, token, address }
    : undefined;
}
