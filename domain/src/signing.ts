/** The signature of the signed variant. It needs node:crypto, so the farm page cannot import it. */

import { hash } from "node:crypto";

/**
 * MD5 of key, timestamp and uid with nothing between them, in hexadecimal, as the devices' protocol prescribes.
 * @param timestamp the characters as they are sent
 */
export function sign(key: string, timestamp: string, uid: string): string {
  return hash("md5", `${key}${timestamp}${uid}`);
}
