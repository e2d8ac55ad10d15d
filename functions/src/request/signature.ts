/** Checks signatures and the signed time. Pure. */

import { listKeys } from "@greenhouse/domain/identity/farm-key";
import { MAX_TIME_DIFFERENCE_MS } from "@greenhouse/domain/reading-limits";
import { matchesAny, sign, signBody } from "@greenhouse/domain/identity/signing";
import type { Refusal } from "../result";
import { findRaw } from "./json-object";

/** A signature over a whole body, from the header `X-Signature`. */
export interface SignedBody {
  readonly signature: string;
  /** The body as sent. */
  readonly bytes: Buffer;
}

/**
 * Checks the signature over a whole body, then the signed time.
 * @param signedBody undefined if the header is missing
 * @param key the stored text: one key or a pair; undefined if there is none
 */
export function checkSignedBody(
  { signedBody, timeMs }: { readonly signedBody: SignedBody | undefined; readonly timeMs: number },
  key: string | undefined,
  nowMs: number,
): Refusal | undefined {
  if (signedBody === undefined || key === undefined) return { code: "invalid-signature" };
  const expected = listKeys(key).map((listed) => signBody(listed, signedBody.bytes));
  return checkSignatureAndTime(signedBody.signature, expected, timeMs, nowMs);
}

/**
 * Checks the signature over key, timestamp and uid, then the time.
 * @param signed with the body's text, because the signature covers the timestamp exactly as sent
 * @param key the stored text: one key or a pair; undefined if there is none
 */
export function checkSignature(
  signed: {
    readonly signature: string | undefined;
    readonly text: string;
    readonly timeMs: number;
    readonly uid: string;
  },
  key: string | undefined,
  nowMs: number,
): Refusal | undefined {
  const { signature, text, timeMs, uid } = signed;
  if (signature === undefined || key === undefined) return { code: "invalid-signature" };
  const timestamp = findRaw(text, "timestamp");
  if (timestamp === undefined) return { code: "invalid-signature" };
  const expected = listKeys(key).map((listed) => sign(listed, timestamp, uid));
  return checkSignatureAndTime(signature, expected, timeMs, nowMs);
}

/** Checks the signature, then the time. The signature's hexadecimal digits may be upper or lower case. */
function checkSignatureAndTime(
  signature: string,
  expected: readonly string[],
  timeMs: number,
  nowMs: number,
): Refusal | undefined {
  if (!matchesAny(signature.toLowerCase(), expected)) return { code: "invalid-signature" };
  if (Math.abs(nowMs - timeMs) > MAX_TIME_DIFFERENCE_MS) return { code: "timestamp-out-of-range" };
  return undefined;
}
