/** Creates ids from a name and random bytes. */

/**
 * Returns an id that is easy to read aloud: the name's letters and digits, followed by random characters.
 * @param bytes 5 random bytes
 */
export function idOf(name: string, bytes: Uint8Array): string {
  const plain = name
    .normalize("NFKD")
    .replaceAll(/\p{Mark}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 40);
  const random = [...bytes].map((byte) => CROCKFORD.charAt(byte % 32)).join("");
  return plain === "" ? random : `${plain}-${random}`;
}

/** Excludes letters that look like digits. */
const CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz";
