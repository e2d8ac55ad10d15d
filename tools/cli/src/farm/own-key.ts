/** Reads sensors' own keys, and the key that is valid for a sensor. */

import { parseFarmKeys } from "@greenhouse/domain/identity/farm-key";
import { ownKeyIn } from "@greenhouse/domain/identity/sensor-records";
import { textOf } from "@greenhouse/domain/stored";
import type { Database, Json } from "../core/database";
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

/**
 * Returns the key that a sensor signs with: its own or its farm's; if there are two keys, the new one.
 * @throws CommandError if the farm has no key
 */
export async function keyInForce(database: Database, sensor: Sensor): Promise<string> {
  const own = parseFarmKeys(await findOwnKey(database, sensor));
  return (own ?? requireKeys(await requireFarm(database, sensor.farmId))).key;
}
