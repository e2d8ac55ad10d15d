/** Ids and keys made by chance. The bytes come in as a parameter. */

/** 32 characters of base64url. @param bytes 24 random ones */
export function farmKeyOf(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}

/**
 * An id that people can read out: the name's letters and digits, and chance behind it.
 * @param bytes 5 random ones
 */
export function idOf(name: string, bytes: Uint8Array): string {
  const plain = name
    .normalize("NFKD")
    .replaceAll(/\p{Mark}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 40);
  const chance = [...bytes].map((byte) => CROCKFORD.charAt(byte % 32)).join("");
  return plain === "" ? chance : `${plain}-${chance}`;
}

/** Without letters that are taken for digits. */
const CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz";

/** An id in brief, where people only have to tell it from others. */
export function shortId(id: string): string {
  return id.length <= LONGEST_SHORT_ID ? id : `${id.slice(0, 6)}…${id.slice(-4)}`;
}

const LONGEST_SHORT_ID = 14;

/** What farms/<farmId>/apiKey stands for: a key, and for a while the one that it replaces. */
export interface FarmKeys {
  readonly key: string;
  /** Still accepted beside the other. */
  readonly old: string | undefined;
}

/** Shortest of two keys in one text: a comma within one shorter key does not make two of it. The functions say so too. */
const SHORTEST_LISTED = 16;

/** The inverse of `textOfKeys`. */
export function readKeys(stored: unknown): FarmKeys | undefined {
  if (typeof stored !== "string" || stored === "") return undefined;
  const [key = "", old = "", ...rest] = stored.split(",");
  const isPair =
    rest.length === 0 && key.length >= SHORTEST_LISTED && old.length >= SHORTEST_LISTED;
  return isPair ? { key, old } : { key: stored, old: undefined };
}

/** The two with a comma between them, the new one first. */
export function textOfKeys({ key, old }: FarmKeys): string {
  return old === undefined ? key : `${key},${old}`;
}

/** Whether a key can stand beside another one: the two must fit, and be told apart. */
export function canStay(key: string): boolean {
  return key.length >= SHORTEST_LISTED && key.length <= LONGEST_KEPT && !key.includes(",");
}

/** A hundred characters are what the rules let stand there; a new key has 32. */
const LONGEST_KEPT = 100 - 32 - 1;
