/** Creates tokens that emulators accept. */

import type { Json } from "../src/tree/json";

/** Returns a JSON Web Token with an empty signature for a user who has just signed in. */
export function unsignedToken(uid: string): string {
  const issuedAt = Math.floor(Date.now() / 1000);
  return tokenOf({ sub: uid, user_id: uid, iat: issuedAt, exp: issuedAt + 3600 });
}

/** Returns a JSON Web Token with an empty signature, like those that the SDKs create for emulators. */
export function tokenOf(claims: Readonly<Record<string, Json>>): string {
  const [header, payload] = [{ alg: "none", typ: "JWT" }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString("base64url"),
  );
  return `${header}.${payload}.`;
}
