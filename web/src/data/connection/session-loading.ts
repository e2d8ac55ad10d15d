/**
 * Loads the code of sign-ins, which is a third of Firebase's SDK. While the token that the SDK stored on this device is
 * valid, the database connects without this code. The page then loads the code after the first view.
 */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { fieldOf, numberOf, textOf } from "@greenhouse/domain/stored";
import { readLocalJson } from "./local";
import type * as session from "./session";

type Session = typeof session;

/** Gives the SDK's database its tokens. */
export interface Tokens {
  getToken(isForced?: boolean): Promise<{ readonly accessToken: string } | null>;
  addAuthTokenListener(listener: (token: string | null) => void): void;
  removeAuthTokenListener(listener: (token: string | null) => void): void;
}

let isLoaded = false;
let provide: (session: Session) => void;
/** Resolves when any caller has called `loadSession`. */
const sessionLoaded = new Promise<Session>((resolve) => (provide = resolve));

export async function loadSession(): Promise<Session> {
  const loaded = await import("./session");
  isLoaded = true;
  provide(loaded);
  return loaded;
}

/** How long a stored token must stay valid, in milliseconds, as in the SDK. */
const VALID_FOR_MS = 5 * MINUTE_MS;

/** Returns the valid token of this person that the SDK has stored in localStorage. */
export function keptToken(
  apiKey: string | undefined,
  uid: string,
  now: number,
): string | undefined {
  const user = readLocalJson(`firebase:authUser:${apiKey ?? ""}:[DEFAULT]`);
  const manager = fieldOf(user, "stsTokenManager");
  const expiresAt = numberOf(manager, "expirationTime") ?? 0;
  const isValid = textOf(user, "uid") === uid && expiresAt > now + VALID_FOR_MS;
  return isValid ? textOf(manager, "accessToken") : undefined;
}

/** @param kept returns the stored token, which is used until the code of sign-ins is loaded */
export function tokensOf(kept: () => string | undefined): Tokens {
  return {
    getToken: async (isForced) => {
      const token = isForced === true || isLoaded ? undefined : kept();
      if (token !== undefined) return { accessToken: token };
      const { sdkTokens } = await loadSession();
      return (await sdkTokens()).getToken(isForced);
    },
    addAuthTokenListener: (listener) =>
      void sessionLoaded
        .then(({ sdkTokens }) => sdkTokens())
        .then((tokens) => tokens.addAuthTokenListener(listener)),
    removeAuthTokenListener: (listener) =>
      void sessionLoaded
        .then(({ sdkTokens }) => sdkTokens())
        .then((tokens) => tokens.removeAuthTokenListener(listener)),
  };
}
