/** Compares secrets in constant time. */

import { hash, timingSafeEqual } from "node:crypto";

/** Whether two secrets are the same text. */
export function isSameSecret(one: string, other: string): boolean {
  // Digests have one length, which timingSafeEqual asks for.
  return timingSafeEqual(sha256(one), sha256(other));
}

/** Whether a key is one of those expected; false if there are none. */
export function isExpectedKey(key: string | undefined, expected: readonly string[]): boolean {
  if (key === undefined) return false;
  // All are compared, so that the time does not reveal which one it was.
  return expected.map((each) => isSameSecret(each, key)).includes(true);
}

/** Minimum length of each key of a pair, so that a short key with a comma stays one key. */
const MIN_LISTED_CHARACTERS = 16;

/**
 * The keys that a farm's key stands for: itself, and where it is two keys with a comma between them, so that one can
 * be exchanged for the other, each of the two.
 */
export function listKeys(text: string): readonly string[] {
  const parts = text.split(",");
  const areKeys = parts.length === 2 && parts.every((part) => part.length >= MIN_LISTED_CHARACTERS);
  return areKeys ? [text, ...parts] : [text];
}

function sha256(text: string): Buffer {
  return hash("sha256", text, "buffer");
}
