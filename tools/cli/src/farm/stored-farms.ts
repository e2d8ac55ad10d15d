/** Reads farms, greenhouses and sensors, and finds out who may change them. */

import { intervalIn } from "@greenhouse/domain/boards/intervals";
import { parseFarmKeys } from "@greenhouse/domain/identity/farm-key";
import type { FarmKeys } from "@greenhouse/domain/identity/farm-key";
import { parseMembers, parseNames } from "@greenhouse/domain/identity/members";
import type { Member } from "@greenhouse/domain/identity/members";
import { parseRegistration } from "@greenhouse/domain/identity/sensor-records";
import type { SensorRole } from "@greenhouse/domain/identity/sensor-records";
import { fieldOf, textOf } from "@greenhouse/domain/stored";
import type { Database, Json } from "../core/database";
import { failed } from "../core/failure";
import { farmCommand } from "../core/hint";
import { findPerson } from "../core/session";
import type { Session } from "../core/session";
import { problemOfId, problemOfSensorUid, refuseProblems } from "../core/validation";

export interface Farm {
  readonly farmId: string;
  readonly name: string;
  readonly apiKey: string | undefined;
  readonly members: readonly Member[];
  /** Members' displayed names by uid. */
  readonly names: ReadonlyMap<string, string>;
}

export interface Greenhouse {
  readonly greenhouseId: string;
  readonly name: string;
  readonly farmId: string;
}

export interface Sensor {
  readonly uid: string;
  readonly sensorName: string;
  readonly sensorType: string;
  readonly farmId: string;
  readonly greenhouse: string | undefined;
  readonly role: SensorRole;
  /** The interval that its board is asked for; undefined: its greenhouse's, or none. */
  readonly intervalSeconds?: number | undefined;
}

export function readFarm(farmId: string, value: unknown): Farm | undefined {
  if (value === null) return undefined;
  return {
    farmId,
    name: textOf(value, "name") ?? "",
    apiKey: textOf(value, "apiKey"),
    members: parseMembers(fieldOf(value, "members")),
    names: parseNames(fieldOf(value, "names")),
  };
}

function readGreenhouse(greenhouseId: string, value: Json): Greenhouse | undefined {
  if (value === null) return undefined;
  return {
    greenhouseId,
    name: textOf(value, "name") ?? "",
    farmId: textOf(value, "farmId") ?? "",
  };
}

export function readSensor(uid: string, value: Json): Sensor | undefined {
  if (value === null) return undefined;
  const { sensorName = "", sensorType = "", farmId = "", ...more } = parseRegistration(value);
  const intervalSeconds = intervalIn(value);
  return {
    uid,
    sensorName,
    sensorType,
    farmId,
    ...more,
    ...(intervalSeconds !== undefined && { intervalSeconds }),
  };
}

/** @throws CommandError if the farm does not exist */
export async function requireFarm(database: Database, farmId: string): Promise<Farm> {
  refuseProblems(problemOfId("farm's id", farmId));
  const farm = readFarm(farmId, await database.read(`farms/${farmId}`));
  if (farm !== undefined) return farm;
  throw failed(`Farm ID not found: ${farmId}`, "`farm list` shows all farms.");
}

/**
 * Returns people's displayed names: the name that they chose at the farm, or else their e-mail
 * address, or else their uid.
 */
export async function nameAll(
  { connections }: Pick<Session, "connections">,
  { names }: Pick<Farm, "names">,
  uids: readonly string[],
): Promise<(uid: string) => string> {
  const unnamed = [...new Set(uids)].filter((uid) => !names.has(uid));
  const addresses = unnamed.length === 0 ? undefined : await connections.findAddresses(unnamed);
  return (uid) => names.get(uid) ?? addresses?.get(uid)?.email ?? uid;
}

/** @throws CommandError if the farm has no key */
export function requireKeys({ farmId, apiKey }: Farm): FarmKeys {
  const keys = parseFarmKeys(apiKey);
  if (keys !== undefined) return keys;
  throw failed(`${farmId} has no key.`, `Make one: ${farmCommand("key rotate", [farmId])}`);
}

/** @throws CommandError if the greenhouse does not exist */
export async function requireGreenhouse(
  database: Database,
  greenhouseId: string,
): Promise<Greenhouse> {
  refuseProblems(problemOfId("greenhouse's id", greenhouseId));
  const value = await database.read(`greenhouses/${greenhouseId}`);
  const greenhouse = readGreenhouse(greenhouseId, value);
  if (greenhouse !== undefined) return greenhouse;
  throw failed(
    `Greenhouse not found: ${greenhouseId}`,
    "`farm greenhouse list <farmId>` shows all.",
  );
}

/** @throws CommandError if the sensor does not exist */
export async function requireSensor(database: Database, uid: string): Promise<Sensor> {
  refuseProblems(problemOfSensorUid(uid));
  const sensor = readSensor(uid, await database.read(`registeredSensors/${uid}`));
  if (sensor !== undefined) return sensor;
  throw failed(`Sensor UID not found: ${uid}`, "`farm sensor list <farmId>` shows all.");
}

export async function listGreenhouses(
  database: Database,
  farmId: string,
): Promise<readonly Greenhouse[]> {
  const found = await database.find("greenhouses", "farmId", farmId);
  return Object.entries(found).flatMap(([id, value]) => readGreenhouse(id, value) ?? []);
}

/**
 * Returns the chosen greenhouses of a farm, or all of them.
 * @throws CommandError if a greenhouse belongs to another farm, or the farm has none
 */
export async function selectGreenhouses(
  database: Database,
  farmId: string,
  chosen: readonly string[] | undefined,
): Promise<readonly string[]> {
  await requireFarm(database, farmId);
  const own = (await listGreenhouses(database, farmId)).map(({ greenhouseId }) => greenhouseId);
  if (own.length === 0) {
    throw failed(
      `${farmId} has no greenhouses.`,
      `Add one: ${farmCommand("greenhouse add", [farmId], { rest: "<greenhouseId>" })}`,
    );
  }
  for (const id of chosen ?? []) {
    if (own.includes(id)) continue;
    await requireGreenhouse(database, id);
    throw failed(
      `${id} does not belong to ${farmId}.`,
      `Greenhouses of the farm: ${own.join(", ")}.`,
    );
  }
  return chosen ?? own;
}

export async function listSensors(database: Database, farmId: string): Promise<readonly Sensor[]> {
  const found = await database.find("registeredSensors", "farmId", farmId);
  return Object.entries(found).flatMap(([uid, value]) => readSensor(uid, value) ?? []);
}

/**
 * @param hint what to do if the person is not a member
 * @throws CommandError (failed) if the person is not a member
 */
export async function requireMember(
  session: Session,
  farm: Farm,
  emailOrUid: string,
  hint = `Members: ${farmCommand("member list", [farm.farmId])}`,
): Promise<Member> {
  const uid = await findPerson(session, emailOrUid);
  const member = farm.members.find((stored) => stored.uid === uid);
  if (member !== undefined) return member;
  throw failed(`${emailOrUid} is not a member of ${farm.farmId}.`, hint);
}

/**
 * Returns the owner in whose name the farm is changed, so that the rules authorize the change.
 * @param except a member who may not be an owner afterwards
 * @throws CommandError (failed) if there is none
 */
export function ownerOf(farm: Farm, except?: string): string {
  const owner = farm.members.find(({ uid, role }) => role === "owner" && uid !== except);
  if (owner !== undefined) return owner.uid;
  throw except === undefined
    ? failed(
        `The farm ${farm.farmId} has no owner, so nobody can change it.`,
        `Add one at farms/${farm.farmId}/members in the Firebase console.`,
      )
    : failed(
        `${except} is the only owner of ${farm.farmId}. A farm must have an owner.`,
        `Make another member an owner first: ${farmCommand("member role", [farm.farmId], { rest: "<email or uid> owner" })}. Or invite an owner: ${farmCommand("invite", [farm.farmId], { options: "--role owner" })}`,
      );
}
