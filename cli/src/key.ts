/** Keys of farms: 24 random bytes (192 bits) in 32 characters that need no escaping anywhere. Pure. */

const KEY_BYTES = 24;

export function createKey(randomBytes: (length: number) => Buffer): string {
  return randomBytes(KEY_BYTES).toString("base64url");
}
