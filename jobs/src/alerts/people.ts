/** What people have chosen: by which channels they are told of alerts, and of which farms. */

import {
  LANGUAGES,
  parseRecipientId,
  recipientIdOf,
  type AfterMinutes,
  type AlertSettings,
  type Language,
  type PushSubscription,
  type Recipient,
} from "../../../domain/src/alerts";
import { readAfterMinutes, readSubscription } from "../../../domain/src/alert-records";
import { inParallel } from "../../../domain/src/in-parallel";
import { entriesOf } from "../../../domain/src/stored";
import type { Database, Entry } from "../database";
import type { Log } from "../log";

export interface Person {
  readonly email: boolean;
  /** Whoever knows it may switch e-mail off. */
  readonly token: string;
  readonly language: Language;
  readonly devices: ReadonlyMap<string, PushSubscription>;
}

/** Devices of one person. Older ones are probably browsers that were reset. */
const MAX_DEVICES = 10;
/** Members of a farm. */
const MAX_MEMBERS = 200;
/** People that are read at once. */
const AT_ONCE = 20;

export async function readPerson(database: Database, person: string): Promise<Person> {
  const alerts = `users/${person}/alerts`;
  const [email, token, language, push] = await Promise.all([
    database.get(`${alerts}/email`),
    database.get(`${alerts}/token`),
    database.get(`${alerts}/language`),
    // The rules let the names of devices hold lower case, digits and hyphens.
    database.getLast(`${alerts}/push`, "-", "zz", MAX_DEVICES),
  ]);
  const devices = entriesOf(push).flatMap(([id, value]) => {
    const subscription = readSubscription(value);
    return subscription === undefined ? [] : [[id, subscription] as const];
  });
  return {
    email: email === true,
    token: typeof token === "string" ? token : "",
    language: LANGUAGES.find((each) => each === language) ?? "en",
    devices: new Map(devices),
  };
}

/** @returns undefined where the person is no member, or wants no messages of the farm */
export async function readChoice(
  database: Database,
  farmId: string,
  person: string,
): Promise<AfterMinutes | undefined> {
  const [role, listed, choice] = await Promise.all([
    database.get(`farms/${farmId}/members/${person}`),
    // An administrator can make anybody a member: only people who accepted get messages.
    database.get(`users/${person}/farms/${farmId}`),
    database.get(`users/${person}/alerts/farms/${farmId}`),
  ]);
  return typeof role === "string" && listed === true ? readAfterMinutes(choice) : undefined;
}

export async function readMembers(database: Database, farmId: string): Promise<readonly Entry[]> {
  return database.readPage(`farms/${farmId}/members`, {}, MAX_MEMBERS);
}

/** Whose farm it is, for taking turns: its first owner. */
export async function readOwner(database: Database, farmId: string): Promise<string> {
  const members = await readMembers(database, farmId);
  return members.find(([, role]) => role === "owner")?.[0] ?? farmId;
}

/** Who gets messages of a farm. */
export interface FarmRecipient {
  readonly id: string;
  /** Undefined: the farm's webhook. */
  readonly person?: string;
  readonly after: AfterMinutes;
}

export async function findRecipients(
  database: Database,
  farmId: string,
  { webhook }: AlertSettings,
  log: Pick<Log, "farmFailed">,
): Promise<readonly FarmRecipient[]> {
  const found: FarmRecipient[] = [];
  await inParallel(await readMembers(database, farmId), AT_ONCE, async ([person]) => {
    try {
      const after = await readChoice(database, farmId, person);
      if (after === undefined) return;
      const ids = recipientsOf(person, await readPerson(database, person)).map(recipientIdOf);
      found.push(...ids.map((id) => ({ id, person, after })));
    } catch (error) {
      // What one person has stored must not keep the alert from the others.
      log.farmFailed(farmId, error);
    }
  });
  if (webhook !== undefined) found.push({ id: recipientIdOf({ channel: "webhook" }), after: 0 });
  // An id that cannot be parsed again has characters that the rules do not allow.
  return found.filter(({ id }) => parseRecipientId(id) !== undefined);
}

/** The channels that a person has switched on. */
export function recipientsOf(person: string, { email, devices }: Person): readonly Recipient[] {
  return [
    ...(email ? [{ channel: "email", person } as const] : []),
    ...[...devices.keys()].map((device) => ({ channel: "push", person, device }) as const),
  ];
}
