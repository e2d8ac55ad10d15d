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
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 40);
  const chance = [...bytes].map((byte) => CROCKFORD.charAt(byte % 32)).join("");
  return plain === "" ? chance : `${plain}-${chance}`;
}

/** Without letters that are taken for digits. */
const CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz";
