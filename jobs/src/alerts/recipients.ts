/**
 * Who gets a farm's messages: members who accepted the farm and asked for them, on each of their channels, and its
 * webhook.
 */

import {
  parseRecipientId,
  recipientIdOf,
  type AlertSettings,
  type PersonalAlerts,
  type PushSubscription,
  type Recipient,
} from "../../../domain/src/alerts";
import { inParallel } from "../../../domain/src/in-parallel";
import { entriesOf, fieldOf, textOf } from "../../../domain/src/stored";
import type { Database } from "../database";
import type { Log } from "../log";

/** Devices of one person. Older ones are probably browsers that were reset. */
const MAX_DEVICES = 10;
/** Members of a farm. */
const MAX_MEMBERS = 200;
/** People that are read at once. */
const AT_ONCE = 20;

/** @returns the ids of the recipients (recipientIdOf) */
export async function findRecipients(
  database: Database,
  farmId: string,
  { webhook }: AlertSettings,
  log: Pick<Log, "farmFailed">,
): Promise<readonly string[]> {
  const members = entriesOf(await database.get(`farms/${farmId}/members`));
  const ofPeople: Recipient[] = [];
  await inParallel(members.slice(0, MAX_MEMBERS), AT_ONCE, async ([person]) => {
    // An owner can list anybody as a member: only people who accepted get messages.
    if ((await database.get(`users/${person}/farms/${farmId}`)) !== true) return;
    try {
      const alerts = readPersonalAlerts(await database.get(`users/${person}/alerts`));
      ofPeople.push(...channelsOf(person, alerts, farmId));
    } catch (error) {
      // What one person has stored must not keep the alert from the others.
      log.farmFailed(farmId, error);
    }
  });
  const all = [...ofPeople, ...(webhook === undefined ? [] : [{ channel: "webhook" } as const])];
  // An id that cannot be parsed again has characters that the rules do not allow.
  return all.map(recipientIdOf).filter((id) => parseRecipientId(id) !== undefined);
}

function channelsOf(person: string, alerts: PersonalAlerts, farmId: string): Recipient[] {
  if (alerts.farms?.[farmId] === false) return [];
  const devices = devicesOf(alerts);
  return [
    ...(alerts.email === true ? [{ channel: "email", person } as const] : []),
    ...devices.map((device) => ({ channel: "push", person, device }) as const),
  ];
}

export function devicesOf({ push = {} }: PersonalAlerts): readonly string[] {
  return Object.keys(push).slice(-MAX_DEVICES);
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
