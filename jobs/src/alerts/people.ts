/** Who gets messages of a farm: its people, as they have chosen, and its webhook. */

import { readPersonal } from "../../../domain/src/alert-records";
import { recipientIdOf, type AlertSettings, type AfterMinutes } from "../../../domain/src/alerts";
import type { Personal, Recipient } from "../../../domain/src/alerts";
import { inParallel } from "../../../domain/src/in-parallel";
import type { Database, Entry } from "../database";
import type { Run } from "../run";

/** Devices of one person. Older ones are probably browsers that were reset. */
const MAX_DEVICES = 10;
/** Members of a farm. */
const MAX_MEMBERS = 200;
/** People that are read at once. */
const AT_ONCE = 20;

/** @returns undefined where the person is no member, or wants no messages of the farm */
export async function readMember(
  database: Database,
  farmId: string,
  person: string,
): Promise<Personal | undefined> {
  const alerts = `users/${person}/alerts`;
  const [role, listed, email, token, language, choice, push] = await Promise.all([
    database.get(`farms/${farmId}/members/${person}`),
    // An administrator can make anybody a member: only people who accepted get messages.
    database.get(`users/${person}/farms/${farmId}`),
    database.get(`${alerts}/email`),
    database.get(`${alerts}/token`),
    database.get(`${alerts}/language`),
    database.get(`${alerts}/farms/${farmId}`),
    // The rules let the names of devices hold lower case, digits and hyphens.
    database.getLast(`${alerts}/push`, "-", "zz", MAX_DEVICES),
  ]);
  if (typeof role !== "string" || listed !== true) return undefined;
  const personal = readPersonal(
    { email, token, language, push, farms: { [farmId]: choice } },
    farmId,
  );
  return personal.afterMinutes === undefined ? undefined : personal;
}

/** Whose farm it is, for taking turns: its first owner. */
export async function readOwner(database: Database, farmId: string): Promise<string> {
  const members = await readRoles(database, farmId);
  return members.find(([, role]) => role === "owner")?.[0] ?? farmId;
}

async function readRoles(database: Database, farmId: string): Promise<readonly Entry[]> {
  return database.readPage(`farms/${farmId}/members`, {}, MAX_MEMBERS);
}

/** Who gets messages of a farm. */
export interface FarmRecipient {
  readonly id: string;
  /** Undefined: the farm's webhook. */
  readonly person?: string;
  readonly after: AfterMinutes;
}

export async function findRecipients(
  { database, log }: Run,
  farmId: string,
  { webhook }: AlertSettings,
): Promise<readonly FarmRecipient[]> {
  const found: FarmRecipient[] = [];
  await inParallel(await readRoles(database, farmId), AT_ONCE, async ([person]) => {
    try {
      const member = await readMember(database, farmId, person);
      const { afterMinutes: after = 0 } = member ?? {};
      const ids = recipientsOf(person, member).map(recipientIdOf);
      found.push(...ids.map((id) => ({ id, person, after })));
    } catch (error) {
      // What one person has stored must not keep the alert from the others.
      log.farmFailed(farmId, error);
    }
  });
  if (webhook !== undefined) found.push({ id: recipientIdOf({ channel: "webhook" }), after: 0 });
  return found;
}

/** The channels that a person has switched on. */
export function recipientsOf(person: string, member: Personal | undefined): readonly Recipient[] {
  if (member === undefined) return [];
  return [
    ...(member.hasEmail ? [{ channel: "email", person } as const] : []),
    ...[...member.devices.keys()].map((device) => ({ channel: "push", person, device }) as const),
  ];
}
