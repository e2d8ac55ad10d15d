/** Compares secrets in constant time. */

import { hash, timingSafeEqual } from "node:crypto";

/** Whether two secrets are the same text. */
export function isSameSecret(one: string, other: string): boolean {
  // Digests have one length, which timingSafeEqual asks for.
  return timingSafeEqual(sha256(one), sha256(other));
}

/** Whether a secret is one of those expected; false if there are none. */
export function matchesAny(key: string | undefined, expected: readonly string[]): boolean {
  if (key === undefined) return false;
  // All are compared, so that the time does not reveal which one it was.
  return expected.map((each) => isSameSecret(each, key)).includes(true);
}

function sha256(text: string): Buffer {
  return hash("sha256", text, "buffer");
}
