/** Reads sensors' own keys, and the key that is valid for a sensor. */

import { parseFarmKeys } from "@greenhouse/domain/identity/farm-key";
import { NO_ENTRY } from "@greenhouse/domain/identity/sensor-log";
import { ownKeyIn } from "@greenhouse/domain/identity/sensor-records";
import { sensorKeyUpdate } from "@greenhouse/domain/identity/sensor-updates";
import { asText, textOf } from "@greenhouse/domain/stored";
import type { Database, Json, ReplaceOutcome } from "../core/database";
import { sign } from "../core/session";
import type { OpenSession } from "../core/session";
import { requireFarm, requireKeys } from "./stored-farms";
import type { Sensor } from "./stored-farms";

/** `sensorKeys/<uid>`. */
export interface OwnKey {
  /** The farm for which the key is valid: it must be the farm of the sensor's registration. */
  readonly farmId: string;
  /** A single key or a pair, as a farm's; undefined if there is none. */
  readonly key: string | undefined;
}

export function parseOwnKey(value: Json): OwnKey | undefined {
  if (value === null) return undefined;
  return { farmId: textOf(value, "farmId") ?? "", key: textOf(value, "key") };
}

/** Returns the stored key, valid or not. @param uid a uid that a path can contain */
export async function readOwnKey(database: Database, uid: string): Promise<OwnKey | undefined> {
  return parseOwnKey(await database.read(`sensorKeys/${uid}`));
}

/**
 * Returns the stored text of a sensor's own key if it is valid; undefined if the sensor uses its
 * farm's key.
 */
export async function findOwnKey(
  database: Database,
  { uid, farmId }: Pick<Sensor, "uid" | "farmId">,
): Promise<string | undefined> {
  return ownKeyIn(await database.read(`sensorKeys/${uid}`), farmId);
}

/** Returns the newest entry of a sensor's log. Read before the key, it says whether somebody changed the sensor since. */
export async function readLastEntry(database: Database, uid: string): Promise<string> {
  return asText(await database.read(`registeredSensors/${uid}/entry`)) ?? NO_ENTRY;
}

/**
 * Stores a sensor's own key as an owner, only if nobody has changed the sensor since. So when two people change the key at
 * the same moment, one of them succeeds.
 * @param key a single key or a pair; null: the sensor signs with its farm's key
 * @param before what was stored; `entry` was read before `stored`
 */
export async function replaceOwnKey(
  session: OpenSession,
  { uid, farmId, owner }: Pick<Sensor, "uid" | "farmId"> & { readonly owner: string },
  key: string | null,
  before: { readonly stored: string | undefined; readonly entry: string },
): Promise<ReplaceOutcome> {
  const signature = { ...sign(session, owner), previous: before.entry };
  const values = sensorKeyUpdate({ uid, farmId }, key, signature) as Record<string, Json>;
  const database = await session.connections.open(owner);
  if ((await database.update(values)) === "stored") return "replaced";
  const stored = await findOwnKey(session.database, { uid, farmId });
  return stored === before.stored ? "denied" : "changed";
}

/**
 * Returns the key that a sensor signs with: its own or its farm's; if there are two keys, the new one.
 * @throws CommandError if the farm has no key
 */
export async function keyInForce(database: Database, sensor: Sensor): Promise<string> {
  const own = parseFarmKeys(await findOwnKey(database, sensor));
  return (own ?? requireKeys(await requireFarm(database, sensor.farmId))).key;
}
