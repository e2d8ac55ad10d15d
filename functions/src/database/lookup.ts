/** Reads what the functions need to know of a sensor and of its farm: never more than these two records. */

import { Unavailable, type Database } from "./database";
import { isDatabaseKey, MAX_KEY_BYTES } from "./key";

/** A registered sensor. What its record does not hold, or holds in another form than text, is absent here. */
export interface Registration {
  readonly sensorName: string | undefined;
  readonly sensorType: string | undefined;
  /** The greenhouse it is linked to. */
  readonly greenhouse?: string | undefined;
  /** The key of its farm. */
  readonly farmKey?: string | undefined;
}

/** Names of `current` itself: in the key-in-body layout a sensor with such a uid would overwrite them. */
const RESERVED_UIDS: ReadonlySet<string> = new Set([
  "temperature",
  "humidity",
  "light",
  "updatedAt",
]);

/** Bytes of the longest path of a reading without greenhouse and uid: `/sensors//history//<20>/temperature`. */
const PATH_OVERHEAD_BYTES = 51;

/** The sensor with this uid, or undefined where none is registered. */
export async function lookUpSensor(
  uid: string,
  database: Database,
): Promise<Registration | undefined> {
  if (!isDatabaseKey(uid) || RESERVED_UIDS.has(uid)) return undefined;
  const record = await read(database, ["registeredSensors", uid]);
  if (typeof record !== "object" || record === null) return undefined;

  const texts = new Map(Object.entries(record).filter(isText));
  const names = {
    sensorName: texts.get("sensorName"),
    sensorType: texts.get("sensorType"),
  };
  const greenhouse = texts.get("greenhouse");
  // An unlinked sensor is refused whatever its farm's key is.
  if (greenhouse === undefined || !isDatabaseKey(greenhouse)) return names;
  if (!isWritable(greenhouse, uid)) return undefined;

  const farmId = texts.get("farmId");
  const farmKey = farmId === undefined ? undefined : await lookUpFarmKey(farmId, database);
  return { ...names, greenhouse, farmKey };
}

/** The key of a farm; undefined where there is no such farm, or it has none. */
export async function lookUpFarmKey(
  farmId: string,
  database: Database,
): Promise<string | undefined> {
  if (!isDatabaseKey(farmId)) return undefined;
  const key = await read(database, ["farms", farmId, "apiKey"]);
  return typeof key === "string" && key !== "" ? key : undefined;
}

async function read(
  database: Database,
  [collection, ...below]: readonly [string, ...string[]],
): Promise<unknown> {
  const found = await database.read([collection, ...below].join("/"));
  if (found.outcome === "denied") {
    // The rest of the path is what a client sent, which may be a key by mistake.
    throw new Unavailable("denied", `The database's rules forbid reading ${collection}.`);
  }
  return found.value;
}

function isText(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === "string";
}

function isWritable(greenhouse: string, uid: string): boolean {
  const bytes = PATH_OVERHEAD_BYTES + Buffer.byteLength(greenhouse) + Buffer.byteLength(uid);
  return bytes <= MAX_KEY_BYTES;
}
