/**
 * Keys of farms: 24 random bytes (192 bits) in 32 characters that need no escaping anywhere. While one is exchanged for
 * another, a farm's key is both, with a comma between them, and the functions take either. Pure.
 */

const KEY_BYTES = 24;

/** The functions take two keys in one text only where each is this long. */
const MIN_LISTED_CHARACTERS = 16;
/** The rules let no key of a farm be longer. */
const MAX_CHARACTERS = 100;

export function createKey(randomBytes: (length: number) => Buffer): string {
  return randomBytes(KEY_BYTES).toString("base64url");
}

export interface KeyPair {
  /** What devices are to have. */
  readonly newKey: string;
  /** Good as well, while devices are changed one after the other; undefined where there is one key. */
  readonly oldKey: string | undefined;
}

/** Which keys a farm's key stands for, as the functions read it. */
export function readKeys(apiKey: string): KeyPair {
  const [newKey = "", oldKey = "", ...rest] = apiKey.split(",");
  const isPair =
    rest.length === 0 &&
    newKey.length >= MIN_LISTED_CHARACTERS &&
    oldKey.length >= MIN_LISTED_CHARACTERS;
  return isPair ? { newKey, oldKey } : { newKey: apiKey, oldKey: undefined };
}

/** Why a key cannot stay good beside a new one; undefined where it can. */
export function problemOfOldKey(oldKey: string): string | undefined {
  const { length } = oldKey;
  if (oldKey.includes(",")) {
    return "the old key holds a comma, which is what two keys are told apart by";
  }
  if (length < MIN_LISTED_CHARACTERS) {
    return `the old key has ${length} characters, and of two keys each needs ${MIN_LISTED_CHARACTERS} or more`;
  }
  const longest = MAX_CHARACTERS - 1 - Math.ceil((KEY_BYTES * 8) / 6);
  return length > longest
    ? `the old key has ${length} characters, and beside a new one there is room for ${longest}`
    : undefined;
}
