/** Push keys of entries that may be sent more than once. */

import { hash } from "node:crypto";

import { firstKeyAt } from "../../../domain/src/push-key";

/**
 * Derives the key of an entry: the same parts give the same key.
 * @param timeMs the entry's time in Unix milliseconds, which it sorts by
 * @param parts what makes the entry what it is; JSON keeps ["ab", "c"] and ["a", "bc"] apart
 */
export function deriveKey(timeMs: number, parts: readonly unknown[]): string {
  const digest = hash("sha256", JSON.stringify(parts), "buffer");
  // Nine bytes are twelve characters, and base64url has the same 64 characters, if in another order.
  return firstKeyAt(timeMs) + digest.subarray(0, 9).toString("base64url");
}
