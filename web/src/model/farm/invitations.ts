/** Decides if a person can use an invitation. */

import type { Invitation } from "@greenhouse/domain/identity/invitations";

/** `own`: open, and created by the person who opens it. `gone`: withdrawn, or never existed. */
export type Standing = "open" | "gone" | "used" | "expired" | "member" | "own";

/** @param invitation undefined if nothing is stored */
export function standingOf(
  invitation: Invitation | undefined,
  reader: { readonly uid: string; readonly isMember: boolean },
  now: number,
): Standing {
  const isOwn = invitation?.by === reader.uid;
  if (reader.isMember && !isOwn) return "member";
  if (invitation === undefined) return "gone";
  if (invitation.usedBy !== undefined) return "used";
  if (invitation.expiresAt <= now) return "expired";
  return reader.isMember ? "own" : "open";
}
