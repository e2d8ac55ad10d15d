/** Authorizes senders of readings: they must have the valid key. All three kinds of credential are checked here. */

import { matchesAny } from "@greenhouse/domain/identity/signing";
import { inParallel } from "@greenhouse/domain/in-parallel";
import type { Lookup, Sensor } from "../database/registrations";
import { checkSignature, checkSignedBody } from "../request/signature";
import { accept, refuse, type Result } from "../result";
import type { Credential, SensorRequest } from "./sensor-request";

/** Number of parallel look-ups of a request's sensors. */
const MAX_LOOKUPS = 20;

export type LinkedSensor = Sensor & { readonly greenhouse: string };

export interface Authority {
  /** The stored text of the key that authorized the request. Undefined with the key in the body. */
  readonly key: string | undefined;
  /** By uid: the sensor that sent the request. Empty if a farm sent it. */
  readonly sensors: ReadonlyMap<string, Result<LinkedSensor>>;
}

export interface AuthorizationInput {
  /** The keys that the key-in-body variant accepts. */
  readonly sensorKeys: readonly string[];
  /** When the request arrived, in Unix milliseconds. */
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
    // Does not need a look-up.
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

/** Authorizes a farm, which signs its batches as a whole. */
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
 * @returns by uid: the sensor, or the reason why all its readings are refused
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
    sensors.set(uid, await findSensorOfFarm(uid, sender.farmId, lookup));
  });
  return sensors;
}

/** Finds a sensor that the farm's key authorizes: linked, registered by this farm, and without its own key. */
export async function findSensorOfFarm(
  uid: string,
  farmId: string,
  lookup: Lookup,
): Promise<Result<LinkedSensor>> {
  const isAuthorized = (sensor: Sensor): boolean =>
    sensor.farmId === farmId && sensor.ownKey === undefined && isLinked(sensor);
  // A cached record never causes a refusal, not even of one reading of a batch.
  const sensor = await lookup.findSensor(uid, isAuthorized);
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
