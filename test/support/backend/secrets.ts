/** Remembers all keys and signatures of the running test file, so that tests can search a process's output for them. */

import { randomUUID } from "node:crypto";
import { sign as signAs } from "@greenhouse/domain/identity/signing";

/** A text with this many characters of a secret is a leak. */
const TELLTALE_CHARACTERS = 12;

/** The secrets by their first characters. */
const KEYS = new Map<string, string>();
const SIGNATURES = new Map<string, string>();

/** Creates a unique key and remembers it for `secretsIn`. */
export function inventKey(length = 40): string {
  return remember(KEYS, `key-${randomUUID()}`.slice(0, length));
}

/** Remembers an existing key for `secretsIn`. */
export function rememberKey(key: string): string {
  return remember(KEYS, key);
}

/** Creates a signature of the signed variant. */
export function sign(apiKey: string, timestamp: string, uid: string): string {
  return remember(SIGNATURES, signAs(apiKey, timestamp, uid));
}

/** Returns the secrets that a text contains, completely or their beginning. */
export function secretsIn(text: string): readonly string[] {
  const plain = text.toLowerCase();
  const keys = [...KEYS].filter(([beginning]) => plain.includes(beginning));
  return [...keys.map(([, key]) => key), ...signaturesIn(plain)];
}

/** Looks up hexadecimal texts only, because there may be many signatures. */
function signaturesIn(plain: string): readonly string[] {
  return [...plain.matchAll(/[0-9a-f]{12,}/g)].flatMap(([digits]) =>
    Array.from(digits, (_, start) => digits.slice(start, start + TELLTALE_CHARACTERS)).flatMap(
      (beginning) => SIGNATURES.get(beginning) ?? [],
    ),
  );
}

function remember(secrets: Map<string, string>, secret: string): string {
  secrets.set(secret.slice(0, TELLTALE_CHARACTERS).toLowerCase(), secret);
  return secret;
}
