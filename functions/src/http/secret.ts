/** Compares secrets in constant time. */

import { hash, timingSafeEqual } from "node:crypto";

/** Whether a secret is one of those expected; false if there are none. */
export function matchesAny(key: string | undefined, expected: readonly string[]): boolean {
  if (key === undefined) return false;
  // Digests have one length, as timingSafeEqual needs. All are compared: the time does not reveal which one it was.
  return expected.map((each) => timingSafeEqual(sha256(each), sha256(key))).includes(true);
}

function sha256(text: string): Buffer {
  return hash("sha256", text, "buffer");
}
