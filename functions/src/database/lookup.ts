/** Reads what is registered: a sensor, and the keys. A field that is not a text counts as absent. */

import { isDatabaseKey, MAX_KEY_BYTES, RESERVED_UIDS } from "../../../domain/src/keys";
import { textOf } from "../../../domain/src/stored";
import type { Database } from "./database";

/** A sensor that is linked to a greenhouse. */
export interface Sensor {
  readonly sensorName: string | undefined;
  readonly sensorType: string | undefined;
  readonly farmId: string | undefined;
  readonly greenhouse: string;
}

/** A registered sensor that is not linked to a greenhouse. */
export interface UnlinkedSensor {
  readonly farmId: string | undefined;
  readonly greenhouse: undefined;
}

/** Bytes of the longest path of a reading without its two ids: `/sensors//history//<20>/temperature`. */
const PATH_OVERHEAD_BYTES = 51;

/** The sensor with this uid; undefined where it is not registered. */
export async function lookUpSensor(
  uid: string,
  database: Database,
): Promise<Sensor | UnlinkedSensor | undefined> {
  if (!canBeRegistered(uid)) return undefined;
  const record = await database.read(`registeredSensors/${uid}`);
  if (typeof record !== "object" || record === null) return undefined;
  const [farmId, greenhouse] = ["farmId", "greenhouse"].map((field) => {
    const id = textOf(record, field);
    return id !== undefined && isDatabaseKey(id) ? id : undefined;
  });
  if (!fitsIntoPath(greenhouse ?? "", uid) || !fitsIntoPath(farmId ?? "", uid)) return undefined;
  if (greenhouse === undefined) return { farmId, greenhouse };
  const [sensorName, sensorType] = [textOf(record, "sensorName"), textOf(record, "sensorType")];
  return { sensorName, sensorType, farmId, greenhouse };
}

/** What is stored of a sensor's own key. */
export async function lookUpSensorKey(uid: string, database: Database): Promise<unknown> {
  return canBeRegistered(uid) ? database.read(`sensorKeys/${uid}`) : undefined;
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

/** Whether a path with two ids can be written. */
function fitsIntoPath(id: string, uid: string): boolean {
  return PATH_OVERHEAD_BYTES + Buffer.byteLength(id) + Buffer.byteLength(uid) <= MAX_KEY_BYTES;
}

function canBeRegistered(uid: string): boolean {
  return isDatabaseKey(uid) && !RESERVED_UIDS.includes(uid);
}
