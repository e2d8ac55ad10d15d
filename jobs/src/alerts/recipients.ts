/** Who gets a farm's messages: members who accepted the farm and asked for them, on each of their channels, and its webhook. */

import {
  parseRecipientId,
  recipientIdOf,
  type AlertSettings,
  type PersonalAlerts,
  type PushSubscription,
  type Recipient,
} from "../../../domain/src/alerts";
import type { Database } from "../database";
import { entriesOf, fieldOf, textOf } from "../../../domain/src/stored";

/** Devices of one person: more are leftovers of browsers that were reset. */
const MAX_DEVICES = 10;

/** @returns the ids of the recipients (recipientIdOf) */
export async function findRecipients(
  database: Database,
  farmId: string,
  { webhook }: AlertSettings,
): Promise<readonly string[]> {
  const members = entriesOf(await database.get(`farms/${farmId}/members`));
  const ofPeople = await Promise.all(
    members.map(async ([person]) => {
      const [alerts, listed] = await Promise.all([
        database.get(`users/${person}/alerts`),
        database.get(`users/${person}/farms/${farmId}`),
      ]);
      // An owner may list anybody as a member: only who accepted that is written to.
      return listed === true ? channelsOf(person, readPersonalAlerts(alerts), farmId) : [];
    }),
  );
  const all = [
    ...ofPeople.flat(),
    ...(webhook === undefined ? [] : [{ channel: "webhook" } as const]),
  ];
  // An id that does not read as what it was made of has characters that the rules do not allow.
  return all.map(recipientIdOf).filter((id) => parseRecipientId(id) !== undefined);
}

function channelsOf(person: string, alerts: PersonalAlerts, farmId: string): Recipient[] {
  if (alerts.farms?.[farmId] === false) return [];
  const devices = Object.keys(alerts.push ?? {}).slice(-MAX_DEVICES);
  return [
    ...(alerts.email === true ? [{ channel: "email", person } as const] : []),
    ...devices.map((device) => ({ channel: "push", person, device }) as const),
  ];
}

/** @param stored `users/<authUid>/alerts` */
export function readPersonalAlerts(stored: unknown): PersonalAlerts {
  const token = textOf(stored, "token");
  const push = entriesOf(fieldOf(stored, "push")).flatMap(([id, value]) => {
    const subscription = readSubscription(value);
    return subscription === undefined ? [] : [[id, subscription] as const];
  });
  const farms = entriesOf(fieldOf(stored, "farms")).filter(([, value]) => value === false);
  return {
    ...(fieldOf(stored, "email") === true && { email: true }),
    ...(token !== undefined && { token }),
    language: textOf(stored, "language") === "de" ? "de" : "en",
    push: Object.fromEntries(push),
    farms: Object.fromEntries(farms.map(([id]) => [id, false as const])),
  };
}

function readSubscription(stored: unknown): PushSubscription | undefined {
  const endpoint = textOf(stored, "endpoint");
  const p256dh = textOf(fieldOf(stored, "keys"), "p256dh");
  const auth = textOf(fieldOf(stored, "keys"), "auth");
  if (endpoint === undefined || p256dh === undefined || auth === undefined) return undefined;
  return { endpoint, keys: { p256dh, auth } };
}
