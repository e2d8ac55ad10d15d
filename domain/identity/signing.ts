/** Signs requests of devices and compares secrets. Needs node:crypto, so the farm page cannot import this file. */

import { createHmac, hash, timingSafeEqual } from "node:crypto";

/**
 * Returns the MD5 of key, timestamp and uid with nothing between them, in hexadecimal, as the devices' protocol prescribes.
 * @param timestamp the characters as they are sent
 */
export function sign(key: string, timestamp: string, uid: string): string {
  return hash("md5", `${key}${timestamp}${uid}`);
}

/**
 * Returns the value of `X-Signature`: HMAC-SHA256 of a whole body, in hexadecimal after `sha256=`.
 * @param body the bytes as they are sent, compressed or not
 */
export function signBody(key: string, body: string | Uint8Array): string {
  return `sha256=${createHmac("sha256", key).update(body).digest("hex")}`;
}

/** Whether a secret equals one of the expected secrets, in constant time; false without expected secrets. */
export function matchesAny(secret: string | undefined, expected: readonly string[]): boolean {
  if (secret === undefined) return false;
  const digestOf = (text: string): Buffer => hash("sha256", text, "buffer");
  // Digests have one length, as timingSafeEqual needs. All are compared, so the time does not reveal the match.
  return expected
    .map((candidate) => timingSafeEqual(digestOf(candidate), digestOf(secret)))
    .includes(true);
}
