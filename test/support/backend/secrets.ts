/** Every key and signature that the running test file uses, so that what a process prints can be searched for them. */

import { createHash, randomUUID } from "node:crypto";

const SECRETS = new Set<string>();

/** A key that nobody else has, known to `secretsIn` from now on. */
export function inventKey(): string {
  return remember(`key-${randomUUID()}`);
}

/** The signature of the signed variant, as the specification words it. */
export function sign(apiKey: string, timestamp: string, uid: string): string {
  return remember(createHash("md5").update(`${apiKey}${timestamp}${uid}`).digest("hex"));
}

/** Those secrets that the text gives away. */
export function secretsIn(text: string): readonly string[] {
  const plain = text.toLowerCase();
  return [...SECRETS].filter((secret) => plain.includes(secret.toLowerCase()));
}

function remember(secret: string): string {
  SECRETS.add(secret);
  return secret;
}
