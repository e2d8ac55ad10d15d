/** Who may store readings: whoever has the key in force for a sensor or a farm, within its limit. */

import { inParallel } from "../../../domain/src/in-parallel";
import type { Database } from "../database/database";
import type { Registration, Registrations } from "../database/registrations";
import { accept, refuse, type Refusal, type Result } from "../http/refusal";

/** Sensors of one request that are looked up at once. */
const MAX_LOOKUPS = 20;

/** The decision on a request, and whether it is final because it uses no cached record. */
export interface Decision<T> {
  readonly result: Result<T>;
  readonly isFresh: boolean;
}

/** What a decision on a request needs. */
export interface Context {
  readonly registrations: Registrations;
  readonly database: Database;
  /** Whether a sensor would be stored in this database instance. */
  readonly isHere: (uid: string) => boolean;
  readonly mustBeFresh: boolean;
  /**
   * Checks the proof with the key in force, or with undefined where there is none. Undefined itself where no key is
   * needed.
   */
  readonly check: ((key: string | undefined) => Refusal | undefined) | undefined;
  /** Counts the request, only once if it is decided on twice. Returns how many seconds its sender has to wait. */
  readonly count: () => number;
}

/** The key that proved the request, and the sensors that it authorizes. */
export interface Authority {
  readonly key: string | undefined;
  readonly sensors: ReadonlyMap<string, Result<Registration>>;
}

/** Finds a sensor and checks its key, in the order of the documented errors. */
export async function authorizeSensor(uid: string, context: Context): Promise<Decision<Authority>> {
  const { registrations, database, mustBeFresh, check } = context;
  const query = { needsKey: check !== undefined, mustBeFresh };
  const { value: sensor, isFresh } = await registrations.findSensor(uid, query, database);
  if (sensor === undefined) return { result: refuse({ code: "unknown-sensor", uid }), isFresh };
  if (sensor.greenhouse === undefined) return { result: refuse({ code: "not-linked" }), isFresh };
  const found =
    check === undefined
      ? { value: undefined, isFresh: true }
      : await registrations.findKey(sensor, mustBeFresh, database);
  const areFresh = isFresh && found.isFresh;
  const authority = { key: found.value, sensors: new Map([[uid, accept(sensor)]]) };
  const refused = checkAndCount(found.value, areFresh, context);
  return refused ?? { result: accept(authority), isFresh: areFresh };
}

/**
 * Checks a farm's key, and finds sensors. The key is checked first, so that only those who know it can cause look-ups.
 */
export async function authorizeFarm(
  farmId: string,
  uids: ReadonlySet<string>,
  context: Context,
): Promise<Decision<Authority>> {
  const { registrations, database, mustBeFresh } = context;
  const { value: key, isFresh } = await registrations.findFarmKey(farmId, mustBeFresh, database);
  if (key === undefined) return { result: refuse({ code: "unknown-farm", farmId }), isFresh };
  const refused = checkAndCount(key, isFresh, context);
  if (refused !== undefined) return refused;
  const sensors = new Map<string, Result<Registration>>();
  let areFresh = isFresh;
  await inParallel(uids, MAX_LOOKUPS, async (uid) => {
    const found = await findMember(uid, farmId, context);
    sensors.set(uid, found.result);
    areFresh &&= found.isFresh;
  });
  return { result: accept({ key, sensors }), isFresh: areFresh };
}

function checkAndCount(
  key: string | undefined,
  isFresh: boolean,
  { check, count }: Context,
): Decision<never> | undefined {
  const refusal = check?.(key);
  if (refusal !== undefined) return { result: refuse(refusal), isFresh };
  const retryAfterSeconds = count();
  if (retryAfterSeconds === 0) return undefined;
  return { result: refuse({ code: "too-many-requests", retryAfterSeconds }), isFresh: true };
}

/**
 * A sensor that the farm's key authorizes: linked, of this farm, and without a key of its own. Refused on a fresh
 * record only.
 */
async function findMember(
  uid: string,
  farmId: string,
  context: Context,
): Promise<Decision<Registration>> {
  const { registrations, database, isHere, mustBeFresh } = context;
  const unknown = refuse({ code: "unknown-sensor", uid });
  if (!isHere(uid)) return { result: unknown, isFresh: true };
  const query = { needsKey: true, mustBeFresh };
  const { value: sensor, isFresh } = await registrations.findSensor(uid, query, database);
  if (sensor?.farmId === farmId && sensor.greenhouse !== undefined && sensor.ownKey === undefined) {
    return { result: accept(sensor), isFresh };
  }
  if (!isFresh) return findMember(uid, farmId, { ...context, mustBeFresh: true });
  if (sensor?.farmId !== farmId) return { result: unknown, isFresh };
  const code = sensor.greenhouse === undefined ? "not-linked" : "invalid-signature";
  return { result: refuse({ code }), isFresh };
}
