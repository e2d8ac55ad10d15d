/**
 * The signatures of devices, and how secrets are compared. They need node:crypto, so the farm page cannot import them.
 */

import { createHmac, hash, timingSafeEqual } from "node:crypto";

/**
 * MD5 of key, timestamp and uid with nothing between them, in hexadecimal, as the devices' protocol prescribes.
 * @param timestamp the characters as they are sent
 */
export function sign(key: string, timestamp: string, uid: string): string {
  return hash("md5", `${key}${timestamp}${uid}`);
}

/**
 * The value of `X-Signature`: HMAC-SHA256 of a whole body, in hexadecimal after `sha256=`.
 * @param body the bytes as they are sent, compressed or not
 */
export function signBody(key: string, body: string | Uint8Array): string {
  return `sha256=${createHmac("sha256", key).update(body).digest("hex")}`;
}

/** Whether a secret is one of those expected, in constant time; false if there are none. */
export function matchesAny(secret: string | undefined, expected: readonly string[]): boolean {
  if (secret === undefined) return false;
  const digestOf = (text: string): Buffer => hash("sha256", text, "buffer");
  // Digests have one length, as timingSafeEqual needs. All are compared: the time does not reveal which one it was.
  return expected
    .map((candidate) => timingSafeEqual(digestOf(candidate), digestOf(secret)))
    .includes(true);
}
