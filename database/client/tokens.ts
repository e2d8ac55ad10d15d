/** The access tokens that the database knows the functions by. */

import { MINUTE_MS } from "@greenhouse/domain/time";

export interface Tokens {
  /** Rejects where none can be had. */
  readonly get: () => string | Promise<string>;
  /** Called with a token that the database does not accept: the next one is another. */
  readonly renew: (token: string) => void;
}

/** Gives access tokens, as `GoogleAuth` of google-auth-library does. */
export interface TokenSource {
  readonly getAccessToken: () => Promise<string | null | undefined>;
}

/** The access that a token must allow. Source: https://firebase.google.com/docs/database/rest/auth */
export const SCOPES = ["firebase.database", "userinfo.email"].map(
  (name) => `https://www.googleapis.com/auth/${name}`,
);

/** Accepted by every emulator. */
export const EMULATOR_TOKENS: Tokens = {
  get: () => "owner",
  renew: () => undefined,
};

/** How long a token is used without asking the source for it again. */
const KEPT_MS = MINUTE_MS;

/**
 * Returns the tokens of a source, which renews a token five minutes before its end.
 * @param create called again after a token that the database does not accept
 * @param now Unix milliseconds: other clocks stand still while the instance is frozen
 */
export function createTokens(create: () => TokenSource, now: () => number): Tokens {
  let source = create();
  let kept: { readonly token: string; readonly untilMs: number } | undefined;

  async function ask(): Promise<string> {
    const token = await source.getAccessToken();
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
      source = create();
    },
  };
}
