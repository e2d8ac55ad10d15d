/** The links of invitations: a secret token, and the path with the token. */

import { farmKeyOf } from "./farm-key.ts";

export const INVITATION_TOKEN_BYTES = 24;
/** The pattern of a token. The rules use it, too. */
export const INVITATION_TOKEN = "^[0-9A-Za-z_-]{32}$";

/** Returns a new token. @param bytes INVITATION_TOKEN_BYTES random bytes: nobody guesses 192 bits */
export function invitationTokenOf(bytes: Uint8Array): string {
  return farmKeyOf(bytes);
}

/** Whether a text has the form of a token. A link that was copied in part does not. */
export function isInvitationToken(text: string): boolean {
  return new RegExp(INVITATION_TOKEN).test(text);
}

/** Returns the path of the link, below the address of the page. */
export function invitationPath(farmId: string, token: string): string {
  return `/join/${encodeURIComponent(farmId)}/${token}`;
}
