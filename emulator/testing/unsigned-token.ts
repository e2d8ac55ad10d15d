/** Tokens that emulators take. */

import type { Json } from "../src/tree/json";

/** A JSON Web Token whose signature is empty, of a user who has signed in now. */
export function unsignedToken(uid: string): string {
  const issuedAt = Math.floor(Date.now() / 1000);
  return tokenOf({ sub: uid, user_id: uid, iat: issuedAt, exp: issuedAt + 3600 });
}

/** A JSON Web Token whose signature is empty, as the SDKs make them for emulators. */
export function tokenOf(claims: Readonly<Record<string, Json>>): string {
  const [header, payload] = [{ alg: "none", typ: "JWT" }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString("base64url"),
  );
  return `${header}.${payload}.`;
}
