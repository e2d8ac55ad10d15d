/** The links of invitations: a token that nobody guesses, and the path that leads to it. */

import { farmKeyOf } from "./farm-key.ts";

export const INVITATION_TOKEN_BYTES = 24;
/** The pattern of a token, also for the rules. */
export const INVITATION_TOKEN = "^[0-9A-Za-z_-]{32}$";

/** @param bytes INVITATION_TOKEN_BYTES random ones: nobody guesses 192 bits */
export function invitationTokenOf(bytes: Uint8Array): string {
  return farmKeyOf(bytes);
}

/** Whether a text has the form of a token; a link that was copied in part has not. */
export function isInvitationToken(text: string): boolean {
  return new RegExp(INVITATION_TOKEN).test(text);
}

/** The path of the link, below the address of the page. */
export function invitationPath(farmId: string, token: string): string {
  return `/join/${encodeURIComponent(farmId)}/${token}`;
}
