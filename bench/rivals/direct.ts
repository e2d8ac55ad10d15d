/**
 * No function at all: the board itself writes into the database over REST with its user's token, as the Firebase
 * libraries for boards do. The price is not in the figures: the board holds an account, and the rules must trust it.
 */

/** An account of the board, in the form that only emulators take: without a signature. */
export function deviceToken(nowMs: number): string {
  const iat = Math.floor(nowMs / 1000);
  const user = { sub: "board", user_id: "board", iat, exp: iat + 3600, firebase: {} };
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url");
  const header = { alg: "none", typ: "JWT" };
  return `${encode(header)}.${encode({ ...user, aud: "demo-farm" })}.`;
}

/** What such a project's rules say at best. */
export const RULES = {
  rules: { sensors: { ".read": "auth != null", ".write": "auth != null" } },
};

export interface DirectReading {
  readonly uid: string;
  readonly greenhouse: string;
  readonly measurements: Readonly<Record<string, number>>;
}

/** One `PATCH` of all the places at once. The board makes up the entry's key; the server says the time. */
export function directRequest(
  { uid, greenhouse, measurements }: DirectReading,
  namespace: string,
  token: string,
): { readonly path: string; readonly body: string } {
  const now = { ".sv": "timestamp" };
  const entry = Math.random().toString(36).slice(2);
  return {
    path: `/sensors/${greenhouse}.json?ns=${namespace}&auth=${token}&print=silent`,
    body: JSON.stringify({
      current: { ...measurements, updatedAt: now },
      [`bySensor/${uid}`]: measurements,
      [`history/${entry}`]: { uid, ...measurements, updatedAt: now },
    }),
  };
}
