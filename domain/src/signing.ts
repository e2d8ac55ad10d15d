/** The signatures of devices. They need node:crypto, so the farm page cannot import them. */

import { createHmac, hash } from "node:crypto";

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
