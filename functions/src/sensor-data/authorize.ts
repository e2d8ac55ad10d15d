/** Who may store readings: whoever proves to have the key in force for a sensor or a farm. */

import { inParallel } from "@greenhouse/domain/in-parallel";
import type { Lookup, Sensor } from "../database/registrations";
import { accept, refuse, type Refusal, type Result } from "../result";
import { checkSignedBody, checkSignature } from "../request/signature";
import type { Proof, Submission } from "./parse";

/** Sensors of one request that are looked up at once. */
const MAX_LOOKUPS = 20;

export type LinkedSensor = Sensor & { readonly greenhouse: string };

export interface Authority {
  /** The key that proved the submission, as it is stored; undefined with the key in the body. */
  readonly key: string | undefined;
  /** By uid: the sensor that sent it; none if a farm did. */
  readonly sensors: ReadonlyMap<string, Result<LinkedSensor>>;
}

/** Looks up the sender and checks its proof, in the order of the documented errors. */
export async function authorize(
  { sender, proof }: Submission,
  lookup: Lookup,
  nowMs: number,
): Promise<Result<Authority>> {
  if ("farmId" in sender) {
    const { farmId } = sender;
    const key = await lookup.findFarmKey(farmId);
    const refusal: Refusal | undefined =
      key === undefined ? { code: "unknown-farm", farmId } : findFault(proof, farmId, key, nowMs);
    return refusal === undefined ? accept({ key, sensors: new Map() }) : refuse(refusal);
  }
  const { uid } = sender;
  const sensor = await lookup.findSensor(uid);
  if (sensor === undefined) return refuse({ code: "unknown-sensor", uid });
  if (!isLinked(sensor)) return refuse({ code: "not-linked" });
  const key = proof.variant === "key-in-body" ? undefined : await lookup.findKey(sensor);
  const refusal = findFault(proof, uid, key, nowMs);
  if (refusal !== undefined) return refuse(refusal);
  return accept({ key, sensors: new Map([[uid, accept(sensor)]]) });
}

/**
 * Looks up the sensors of the readings, if a farm sent them.
 * @returns by uid: the sensor, or why all its readings are refused
 */
export async function findSensors(
  { sender, readings }: Submission,
  authority: Authority,
  lookup: Lookup,
): Promise<Authority["sensors"]> {
  if ("uid" in sender) return authority.sensors;
  const sensors = new Map<string, Result<LinkedSensor>>();
  const uids = new Set(readings.flatMap((each) => (each.ok ? [each.value.uid] : [])));
  await inParallel(uids, MAX_LOOKUPS, async (uid) => {
    sensors.set(uid, await findMember(uid, sender.farmId, lookup));
  });
  return sensors;
}

/** A sensor that the farm's key authorizes: linked, of this farm, and without a key of its own. */
async function findMember(
  uid: string,
  farmId: string,
  lookup: Lookup,
): Promise<Result<LinkedSensor>> {
  const isMember = (each: Sensor): boolean =>
    each.farmId === farmId && each.ownKey === undefined && isLinked(each);
  // A cached record refuses nothing, not even one reading of a batch.
  const sensor = await lookup.findSensor(uid, isMember);
  if (sensor?.farmId !== farmId) return refuse({ code: "unknown-sensor", uid });
  if (!isLinked(sensor)) return refuse({ code: "not-linked" });
  return sensor.ownKey === undefined ? accept(sensor) : refuse({ code: "invalid-signature" });
}

function isLinked(sensor: Sensor): sensor is LinkedSensor {
  return sensor.greenhouse !== undefined;
}

/**
 * @param id the sender's
 * @param key as it is stored: one key or a pair; undefined if there is none
 */
function findFault(
  proof: Proof,
  id: string,
  key: string | undefined,
  nowMs: number,
): Refusal | undefined {
  switch (proof.variant) {
    case "hmac":
      return checkSignedBody(proof, key, nowMs);
    case "md5":
      return checkSignature({ ...proof, uid: id }, key, nowMs);
    case "key-in-body":
      // Compared with the deployment's keys before anything is looked up.
      return undefined;
  }
}
