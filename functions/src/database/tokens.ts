/** The access tokens that the database knows the functions by. */

import { GoogleAuth } from "google-auth-library";

export interface Tokens {
  /** Rejects where none can be had. */
  readonly get: () => Promise<string>;
  /** Called with a token that the database does not accept: the next one is another. */
  readonly renew: (token: string) => void;
}

/** Source: https://firebase.google.com/docs/database/rest/auth */
const SCOPES = ["firebase.database", "userinfo.email"].map(
  (name) => `https://www.googleapis.com/auth/${name}`,
);

/** Accepted by every emulator. */
export const EMULATOR_TOKENS: Tokens = {
  get: () => Promise.resolve("owner"),
  renew: () => undefined,
};

/** Of the service account. The library keeps a token, and renews it five minutes before its end. */
export function createTokens(create = () => new GoogleAuth({ scopes: SCOPES })): Tokens {
  let auth = create();
  let newest: string | undefined;
  return {
    get: async () => {
      newest = (await auth.getAccessToken()) ?? undefined;
      if (newest === undefined) throw new Error("There is no access token for the database.");
      return newest;
    },
    renew: (token) => {
      // Many requests may have had the same one.
      if (token !== newest) return;
      newest = undefined;
      auth = create();
    },
  };
}
