/** Who may store readings: whoever has the key in force for a sensor, within its limit. */

import type { Database } from "../database/database";
import type { Registration, Registrations } from "../database/registrations";
import type { RateLimit } from "../http/rate-limit";
import { accept, refuse, type Refusal } from "../http/refusal";
import type { Decision } from "./store";

/** What one decision on a request is made with. */
export interface Context {
  readonly registrations: Registrations;
  readonly database: Database;
  readonly mustBeFresh: boolean;
  /** Counts the request, once it is authenticated. */
  readonly count: () => Refusal | undefined;
}

/** Checks a proof with the key in force; undefined where there is none. */
export type CheckKey = (key: string | undefined) => Refusal | undefined;

/**
 * Finds a sensor and checks its key, in the order of the documented errors.
 * @param check undefined where no key is needed
 */
export async function authorizeSensor(
  uid: string,
  check: CheckKey | undefined,
  { registrations, database, mustBeFresh, count }: Context,
): Promise<Decision<{ readonly sensor: Registration; readonly key: string | undefined }>> {
  const query = { needsKey: check !== undefined, mustBeFresh };
  const { value: sensor, isFresh } = await registrations.findSensor(uid, query, database);
  if (sensor === undefined) return { result: refuse({ code: "unknown-sensor", uid }), isFresh };
  if (sensor.greenhouse === undefined) return { result: refuse({ code: "not-linked" }), isFresh };
  const found =
    check === undefined
      ? { value: undefined, isFresh: true }
      : await registrations.findKey(sensor, mustBeFresh, database);
  const areFresh = isFresh && found.isFresh;
  const refusal = check?.(found.value);
  if (refusal !== undefined) return { result: refuse(refusal), isFresh: areFresh };
  const excess = count();
  if (excess !== undefined) return { result: refuse(excess), isFresh: true };
  return { result: accept({ sensor, key: found.value }), isFresh: areFresh };
}

/** Counts a request the first time only, however often it is decided on. */
export function countOnce(limit: RateLimit, key: string): () => Refusal | undefined {
  let isCounted = false;
  return () => {
    const retryAfterSeconds = isCounted ? 0 : limit(key);
    isCounted = true;
    return retryAfterSeconds > 0 ? { code: "too-many-requests", retryAfterSeconds } : undefined;
  };
}
