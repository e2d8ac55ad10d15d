/** The keys of their own that sensors may have, and the key that is in force for a sensor. */

import { parseFarmKeys } from "@greenhouse/domain/identity/farm-key";
import { ownKeyIn } from "@greenhouse/domain/identity/sensor-records";
import { textOf } from "@greenhouse/domain/stored";
import type { Database, Json } from "../core/database";
import { requireFarm, requireKeys } from "./stored-farms";
import type { Sensor } from "./stored-farms";

/** `sensorKeys/<uid>`. */
export interface OwnKey {
  /** The key is in force while this is the farm of the sensor's registration. */
  readonly farmId: string;
  /** One key or a pair, as a farm's; undefined where there is none. */
  readonly key: string | undefined;
}

export function parseOwnKey(value: Json): OwnKey | undefined {
  if (value === null) return undefined;
  return { farmId: textOf(value, "farmId") ?? "", key: textOf(value, "key") };
}

/** What is stored, whether it is in force or not. @param uid one that a path can hold */
export async function readOwnKey(database: Database, uid: string): Promise<OwnKey | undefined> {
  return parseOwnKey(await database.read(`sensorKeys/${uid}`));
}

/** The stored text of the key of its own that is in force for a sensor; undefined where it has its farm's. */
export async function findOwnKey(
  database: Database,
  { uid, farmId }: Pick<Sensor, "uid" | "farmId">,
): Promise<string | undefined> {
  return ownKeyIn(await database.read(`sensorKeys/${uid}`), farmId);
}

/**
 * The key that a sensor signs with: its own, or its farm's; of two, the new one.
 * @throws CommandError where the farm has no key
 */
export async function keyInForce(database: Database, sensor: Sensor): Promise<string> {
  const own = parseFarmKeys(await findOwnKey(database, sensor));
  return (own ?? requireKeys(await requireFarm(database, sensor.farmId))).key;
}
