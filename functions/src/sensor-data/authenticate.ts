/** Checks the signature of a submission. Pure. */

import { listKeys } from "../../../domain/src/farm-key";
import { sign } from "../../../domain/src/signing";
import { matchesAny } from "../http/secret";
import type { Refusal } from "../http/refusal";
import type { SignedReading } from "./parse";

/** How far a signed reading's time may lie from the server's, both ways and inclusive. */
export const MAX_TIME_DIFFERENCE_MS = 5 * 60 * 1000;

/** Checks a signed reading with its farm's key: the signature first, then the time. */
export function checkSignature(
  reading: SignedReading,
  farmKey: string | undefined,
  nowMs: number,
): Refusal | undefined {
  const { signature, timestamp, uid } = reading;
  if (signature === undefined || timestamp === undefined || farmKey === undefined) {
    return { code: "invalid-signature" };
  }
  const { raw } = timestamp;
  const expected = listKeys(farmKey).map((key) => sign(key, raw, uid));
  if (!matchesAny(signature.toLowerCase(), expected)) return { code: "invalid-signature" };
  if (Math.abs(nowMs - timestamp.ms) > MAX_TIME_DIFFERENCE_MS) return { code: "stale-timestamp" };
  return undefined;
}
