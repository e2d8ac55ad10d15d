/** Who may store readings: whoever proves to have the key in force. All three credentials are checked here. */

import { matchesAny } from "@greenhouse/domain/identity/signing";
import { inParallel } from "@greenhouse/domain/in-parallel";
import type { Lookup, Sensor } from "../database/registrations";
import { checkSignature, checkSignedBody } from "../request/signature";
import { accept, refuse, type Result } from "../result";
import type { Credential, SensorRequest } from "./sensor-request";

/** Sensors of one request that are looked up at once. */
const MAX_LOOKUPS = 20;

export type LinkedSensor = Sensor & { readonly greenhouse: string };

export interface Authority {
  /** The key that proved the submission, as it is stored; undefined with the key in the body. */
  readonly key: string | undefined;
  /** By uid: the sensor that sent it; empty if a farm did. */
  readonly sensors: ReadonlyMap<string, Result<LinkedSensor>>;
}

export interface AuthorizationInput {
  /** The keys that the key-in-body variant accepts. */
  readonly sensorKeys: readonly string[];
  /** When the submission arrived, in Unix milliseconds. */
  readonly nowMs: number;
}

/** Looks up the sender and checks its credential, in the order of the documented errors. */
export async function authorize(
  { sender, credential }: Pick<SensorRequest, "sender" | "credential">,
  lookup: Lookup,
  { sensorKeys, nowMs }: AuthorizationInput,
): Promise<Result<Authority>> {
  if ("farmId" in sender) return authorizeFarm(sender.farmId, credential, lookup, nowMs);
  const { uid } = sender;
  if (credential.variant === "key-in-body") {
    // Needs no look-up.
    if (!matchesAny(credential.apiKey, sensorKeys)) return refuse({ code: "invalid-api-key" });
    const sensor = await findLinked(uid, lookup);
    return sensor.ok ? accept({ key: undefined, sensors: new Map([[uid, sensor]]) }) : sensor;
  }
  const sensor = await findLinked(uid, lookup);
  if (!sensor.ok) return sensor;
  const key = await lookup.findKey(sensor.value);
  const refusal =
    credential.variant === "hmac"
      ? checkSignedBody(credential, key, nowMs)
      : checkSignature({ ...credential, uid }, key, nowMs);
  return refusal === undefined
    ? accept({ key, sensors: new Map([[uid, sensor]]) })
    : refuse(refusal);
}

/** A farm signs its batches as a whole. */
async function authorizeFarm(
  farmId: string,
  credential: Credential,
  lookup: Lookup,
  nowMs: number,
): Promise<Result<Authority>> {
  const key = await lookup.findFarmKey(farmId);
  if (key === undefined) return refuse({ code: "farm-not-found", farmId });
  if (credential.variant !== "hmac") return refuse({ code: "invalid-signature" });
  const refusal = checkSignedBody(credential, key, nowMs);
  return refusal === undefined ? accept({ key, sensors: new Map() }) : refuse(refusal);
}

/**
 * Looks up the sensors of the readings, if a farm sent them.
 * @returns by uid: the sensor, or why all its readings are refused
 */
export async function findSensors(
  { sender, readings }: Pick<SensorRequest, "sender" | "readings">,
  authority: Authority,
  lookup: Lookup,
): Promise<Authority["sensors"]> {
  if ("uid" in sender) return authority.sensors;
  const sensors = new Map<string, Result<LinkedSensor>>();
  const uids = new Set(readings.flatMap((reading) => (reading.ok ? [reading.value.uid] : [])));
  await inParallel(uids, MAX_LOOKUPS, async (uid) => {
    sensors.set(uid, await findMember(uid, sender.farmId, lookup));
  });
  return sensors;
}

/** Finds a sensor that the farm's key authorizes: linked, of this farm, and without a key of its own. */
export async function findMember(
  uid: string,
  farmId: string,
  lookup: Lookup,
): Promise<Result<LinkedSensor>> {
  const isMember = (sensor: Sensor): boolean =>
    sensor.farmId === farmId && sensor.ownKey === undefined && isLinked(sensor);
  // A cached record refuses nothing, not even one reading of a batch.
  const sensor = await lookup.findSensor(uid, isMember);
  if (sensor?.farmId !== farmId) return refuse({ code: "sensor-not-found", uid });
  if (!isLinked(sensor)) return refuse({ code: "sensor-not-linked" });
  return sensor.ownKey === undefined ? accept(sensor) : refuse({ code: "sensor-has-own-key" });
}

async function findLinked(uid: string, lookup: Lookup): Promise<Result<LinkedSensor>> {
  const sensor = await lookup.findSensor(uid);
  if (sensor === undefined) return refuse({ code: "sensor-not-found", uid });
  return isLinked(sensor) ? accept(sensor) : refuse({ code: "sensor-not-linked" });
}

function isLinked(sensor: Sensor): sensor is LinkedSensor {
  return sensor.greenhouse !== undefined;
}
