/** Checks the signature of one reading. Pure. */

import { listKeys } from "../../../domain/src/farm-key";
import { sign } from "../../../domain/src/signing";
import type { Refusal } from "../http/refusal";
import { checkProof } from "../http/signature";
import type { SignedReading } from "./parse";

/**
 * Checks the signature over key, timestamp and uid, then the time.
 * @param key the one in force, as it is stored; undefined where there is none
 */
export function checkSignature(
  { signature, timestamp, uid }: SignedReading,
  key: string | undefined,
  nowMs: number,
): Refusal | undefined {
  if (signature === undefined || timestamp === undefined || key === undefined) {
    return { code: "invalid-signature" };
  }
  const { raw, ms } = timestamp;
  return checkProof(
    signature,
    listKeys(key).map((each) => sign(each, raw, uid)),
    ms,
    nowMs,
  );
}
