/** Reads what is registered: a sensor, and the key of a farm. Whatever a record does not hold as text is absent. */

import { isDatabaseKey, MAX_KEY_BYTES, RESERVED_UIDS } from "../../../domain/src/keys";
import type { Database } from "./database";

/** A sensor that is linked to a greenhouse. */
export interface Sensor {
  readonly sensorName: string | undefined;
  readonly sensorType: string | undefined;
  readonly farmId: string | undefined;
  readonly greenhouse: string;
}

/** Bytes of the longest path of a reading without greenhouse and uid: `/sensors//history//<20>/temperature`. */
const PATH_OVERHEAD_BYTES = 51;

/** The sensor with this uid, if it is registered, and linked to a greenhouse. */
export async function lookUpSensor(
  uid: string,
  database: Database,
): Promise<Sensor | "unknown" | "not-linked"> {
  if (!isDatabaseKey(uid) || RESERVED_UIDS.includes(uid)) return "unknown";
  const record = await database.read(`registeredSensors/${uid}`);
  if (typeof record !== "object" || record === null) return "unknown";
  const fields = new Map<string, unknown>(Object.entries(record));
  const text = (field: string): string | undefined => {
    const value = fields.get(field);
    return typeof value === "string" ? value : undefined;
  };
  const greenhouse = text("greenhouse");
  if (greenhouse === undefined || !isDatabaseKey(greenhouse)) return "not-linked";
  const bytes = PATH_OVERHEAD_BYTES + Buffer.byteLength(greenhouse) + Buffer.byteLength(uid);
  if (bytes > MAX_KEY_BYTES) return "unknown";
  const [sensorName, sensorType] = [text("sensorName"), text("sensorType")];
  return { sensorName, sensorType, farmId: text("farmId"), greenhouse };
}

/** The key of a farm; undefined where there is no such farm, or it has none. */
export async function lookUpFarmKey(
  farmId: string,
  database: Database,
): Promise<string | undefined> {
  if (!isDatabaseKey(farmId)) return undefined;
  const key = await database.read(`farms/${farmId}/apiKey`);
  return typeof key === "string" && key !== "" ? key : undefined;
}
