/** The keys that sign Web Push (RFC 8292). They need node:crypto, so the farm page cannot import them. */

import { createECDH } from "node:crypto";

/** In base64url, as browsers and push services take them. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

const CURVE = "prime256v1";
const PRIVATE_KEY_BYTES = 32;

export function createVapidKeys(): VapidKeys {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  // node:crypto leaves out leading zeros.
  const key = Buffer.concat([Buffer.alloc(PRIVATE_KEY_BYTES), pair.getPrivateKey()]);
  const privateKey = key.subarray(-PRIVATE_KEY_BYTES).toString("base64url");
  return { publicKey: publicKeyOf(privateKey), privateKey };
}

/** Returns the public key of a private key. @throws Error if the text is not a private key */
export function publicKeyOf(privateKey: string): string {
  const key = Buffer.from(privateKey, "base64url");
  if (!/^[\w-]{43}$/u.test(privateKey)) throw new Error("A VAPID private key has 43 characters.");
  const pair = createECDH(CURVE);
  pair.setPrivateKey(key);
  return pair.getPublicKey("base64url");
}
