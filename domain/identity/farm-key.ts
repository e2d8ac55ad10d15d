/**
 * The value of `farms/<farmId>/apiKey`. It is one key or, during a replacement, the new key, a comma and the old key. The
 * functions accept both keys.
 */

export interface FarmKeys {
  readonly key: string;
  /** The key that `key` replaces. */
  readonly old: string | undefined;
}

export const FARM_KEY_BYTES = 24;

/** Minimum length of each key of a pair, so that a short key that contains a comma counts as one key. */
export const MIN_PAIRED_CHARACTERS = 16;

/** The rules allow 100 characters. A new key has 32, and the comma one. */
export const MAX_OLD_CHARACTERS = 100 - 32 - 1;

/** Returns a new key: 32 characters of base64url. @param bytes FARM_KEY_BYTES random bytes */
export function farmKeyOf(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}

/** Parses the stored value; undefined if no key is stored. The inverse of `formatFarmKeys`. */
export function parseFarmKeys(stored: unknown): FarmKeys | undefined {
  if (typeof stored !== "string" || stored === "") return undefined;
  const [key = "", old = "", ...rest] = stored.split(",");
  const isPair = rest.length === 0 && Math.min(key.length, old.length) >= MIN_PAIRED_CHARACTERS;
  return isPair ? { key, old } : { key: stored, old: undefined };
}

export function formatFarmKeys({ key, old }: FarmKeys): string {
  return old === undefined ? key : `${key},${old}`;
}

/**
 * Returns the keys that devices may sign with: both keys of a pair, and the stored text. The text may be a single key that
 * contains a comma.
 */
export function listKeys(stored: string): readonly string[] {
  const { key, old } = parseFarmKeys(stored) ?? {};
  return key === undefined || old === undefined ? [stored] : [stored, key, old];
}

export type OldKeyProblem = "comma" | "tooShort" | "tooLong";

/** Returns why a key cannot stay valid during a replacement; undefined if it can. */
export function checkOldKey(key: string): OldKeyProblem | undefined {
  if (key.includes(",")) return "comma";
  if (key.length < MIN_PAIRED_CHARACTERS) return "tooShort";
  return key.length > MAX_OLD_CHARACTERS ? "tooLong" : undefined;
}
