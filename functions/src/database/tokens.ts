/** The access tokens that the database knows the functions by. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { GoogleAuth } from "google-auth-library";

export interface Tokens {
  /** Rejects where none can be had. */
  readonly get: () => string | Promise<string>;
  /** Called with a token that the database does not accept: the next one is another. */
  readonly renew: (token: string) => void;
}

/** Source: https://firebase.google.com/docs/database/rest/auth */
const SCOPES = ["firebase.database", "userinfo.email"].map(
  (name) => `https://www.googleapis.com/auth/${name}`,
);

/** Accepted by every emulator. */
export const EMULATOR_TOKENS: Tokens = {
  get: () => "owner",
  renew: () => undefined,
};

/** How long a token is used without asking the library for it again. */
const KEPT_MS = MINUTE_MS;

/**
 * Of the service account. The library renews a token five minutes before its end.
 * @param now Unix milliseconds: other clocks stand still while the instance is frozen
 */
export function createTokens(
  create = () => new GoogleAuth({ scopes: SCOPES }),
  now = Date.now,
): Tokens {
  let auth = create();
  let kept: { readonly token: string; readonly untilMs: number } | undefined;

  async function ask(): Promise<string> {
    const token = await auth.getAccessToken();
    if (!token) throw new Error("There is no access token for the database.");
    kept = { token, untilMs: now() + KEPT_MS };
    return token;
  }

  return {
    get: () => (kept !== undefined && now() < kept.untilMs ? kept.token : ask()),
    renew: (token) => {
      // Many requests may have had the same one.
      if (token !== kept?.token) return;
      kept = undefined;
      auth = create();
    },
  };
}
