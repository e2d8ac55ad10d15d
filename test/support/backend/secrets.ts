/** Every key and signature that the running test file uses, so that what a process prints can be searched for them. */

import { randomUUID } from "node:crypto";
import { sign as signAs } from "@greenhouse/domain/identity/signing";

/** A text with this many characters of a secret counts as a leak. */
const TELLTALE_CHARACTERS = 12;

/** The secrets by their first characters. */
const KEYS = new Map<string, string>();
const SIGNATURES = new Map<string, string>();

/** A key that nobody else has, known to `secretsIn` from now on. */
export function inventKey(length = 40): string {
  return remember(KEYS, `key-${randomUUID()}`.slice(0, length));
}

/** A key that was not invented here, known to `secretsIn` from now on. */
export function rememberKey(key: string): string {
  return remember(KEYS, key);
}

/** The signature of the signed variant. */
export function sign(apiKey: string, timestamp: string, uid: string): string {
  return remember(SIGNATURES, signAs(apiKey, timestamp, uid));
}

/** The secrets that the text contains, whole or their beginning. */
export function secretsIn(text: string): readonly string[] {
  const plain = text.toLowerCase();
  const keys = [...KEYS].filter(([beginning]) => plain.includes(beginning));
  return [...keys.map(([, key]) => key), ...signaturesIn(plain)];
}

/** There may be very many signatures: only text that looks like one is looked up. */
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
