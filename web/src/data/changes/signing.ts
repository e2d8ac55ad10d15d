/** Signs changes of sensors: each adds an entry to the sensor's log. */

import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import type { Signature } from "@greenhouse/domain/identity/sensor-log";

/** Returns the signature of one entry. */
export type Sign = () => Signature;

const createKey = createPushKeys(Math.random);

/** @param by the uid of the person @param now the server's time, in Unix milliseconds */
export function createSign(by: string, now: () => number): Sign {
  return () => ({ key: createKey(now()), by });
}
