/** What an invitation is worth to whoever looks at it. */

import { readInvitation } from "../../../domain/src/invitations";
import type { Invitation } from "../../../domain/src/invitations";
import { entriesOf } from "../../../domain/src/stored";
import type { Member } from "./farm";

/** `own`: made by the reader. `gone`: withdrawn, or never there. */
export type Standing = "open" | "gone" | "used" | "expired" | "member" | "own";

/** @param invitation undefined where nothing is stored */
export function standingOf(
  invitation: Invitation | undefined,
  reader: { readonly uid: string; readonly isMember: boolean },
  now: number,
): Standing {
  if (reader.isMember) return invitation?.by === reader.uid ? "own" : "member";
  if (invitation === undefined) return "gone";
  if (invitation.usedBy !== undefined) return "used";
  return invitation.expiresAt <= now ? "expired" : "open";
}

export interface ListedInvitation extends Invitation {
  readonly token: string;
}

/** The newest first. @param stored under `invitations/<farmId>` */
export function readInvitations(stored: unknown): readonly ListedInvitation[] {
  return entriesOf(stored)
    .flatMap(([token, value]): ListedInvitation[] => {
      const invitation = readInvitation(value);
      return invitation === undefined ? [] : [{ token, ...invitation }];
    })
    .sort((a, b) => b.expiresAt - a.expiresAt);
}

/** Whether somebody could still join with it; the rules refuse it once its maker is no owner. */
export function isOpen(
  { by, expiresAt, usedBy }: Invitation,
  members: readonly Member[],
  now: number,
): boolean {
  const isByOwner = members.some(({ uid, role }) => uid === by && role === "owner");
  return usedBy === undefined && expiresAt > now && isByOwner;
}
