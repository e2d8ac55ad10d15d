/** Tokens that emulators take. */

/** A JSON Web Token whose signature is empty. */
export function unsignedToken(uid: string): string {
  const issuedAt = Math.floor(Date.now() / 1000);
  const claims = { sub: uid, user_id: uid, iat: issuedAt, exp: issuedAt + 3600 };
  const [header, payload] = [{ alg: "none", typ: "JWT" }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString("base64url"),
  );
  return `${header}.${payload}.`;
}
