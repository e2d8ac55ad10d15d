/**
 * Invitations by link: their records, whether they are open, and the updates that create and use an invitation.
 * `database.rules.json` has the same conditions.
 */

import { DAY_MS } from "../time.ts";
import { parseRole } from "./members.ts";
import type { Role } from "./members.ts";
import { fields, parseChildren, asTime, parseRecord, asText } from "../stored.ts";

/** Under `invitations/<farmId>/<token>`. */
export interface Invitation {
  readonly role: Role;
  /** In Unix milliseconds. */
  readonly expiresAt: number;
  readonly farmName: string;
  /** The uid of the owner who created the invitation. */
  readonly by: string;
  /** The owner's name, as members see it; undefined without a name. */
  readonly byName: string | undefined;
  /** The uid of the person who joined with the invitation. */
  readonly usedBy: string | undefined;
}

/** An invitation of a farm, with its token. */
export interface ListedInvitation extends Invitation {
  readonly token: string;
}

/** How long a new invitation is valid. The rules allow ten minutes more, for clocks that differ. */
export const INVITATION_LASTS_MS = 7 * DAY_MS;

const INVITATION = {
  role: parseRole,
  expiresAt: asTime,
  ...fields(asText, "farmName", "by"),
};
const PEOPLE = fields(asText, "byName", "usedBy");

/** Returns undefined if the record is not an invitation. */
export function parseInvitation(stored: unknown): Invitation | undefined {
  const invitation = parseRecord(stored, INVITATION, PEOPLE);
  return invitation && { byName: undefined, usedBy: undefined, ...invitation };
}

/** Returns the invitations, the newest first. @param stored under `invitations/<farmId>` */
export function parseInvitations(stored: unknown): readonly ListedInvitation[] {
  return parseChildren(stored, (child, token) => {
    const invitation = parseInvitation(child);
    return invitation && { token, ...invitation };
  }).sort((a, b) => b.expiresAt - a.expiresAt);
}

/** Whether somebody can still join. The rules refuse the invitation if its creator is no longer an owner. */
export function isOpen(
  { by, expiresAt, usedBy }: Invitation,
  members: readonly { readonly uid: string; readonly role: Role }[],
  now: number,
): boolean {
  const isByOwner = members.some(({ uid, role }) => uid === by && role === "owner");
  return usedBy === undefined && expiresAt > now && isByOwner;
}

export interface NewInvitation {
  readonly farm: { readonly id: string; readonly name: string };
  readonly role: Role;
  readonly by: { readonly uid: string; readonly name: string | undefined };
}

/**
 * Returns the update that stores a new invitation. It also deletes the farm's expired invitations. Until then, their links
 * say that they were used.
 * @param earlier the farm's other invitations
 * @param now the server's time, in Unix milliseconds
 */
export function inviting(
  token: string,
  { farm, role, by }: NewInvitation,
  earlier: readonly ListedInvitation[],
  now: number,
): Readonly<Record<string, null | Readonly<Record<string, string | number>>>> {
  const pathOf = (key: string): string => `invitations/${farm.id}/${key}`;
  const ended = earlier.filter(({ expiresAt }) => expiresAt <= now);
  return {
    ...Object.fromEntries(ended.map((invitation) => [pathOf(invitation.token), null])),
    [pathOf(token)]: {
      role,
      expiresAt: now + INVITATION_LASTS_MS,
      farmName: farm.name,
      by: by.uid,
      ...(by.name !== undefined && { byName: by.name }),
    },
  };
}

/** Returns the update that uses an invitation. The rules require it to store the membership at once. */
export function joining(
  farmId: string,
  token: string,
  role: Role,
  person: { readonly uid: string; readonly name: string },
): Readonly<Record<string, string | boolean>> {
  const { uid, name } = person;
  return {
    [`invitations/${farmId}/${token}/usedBy`]: uid,
    [`users/${uid}/joined/${farmId}`]: token,
    [`farms/${farmId}/members/${uid}`]: role,
    [`farms/${farmId}/names/${uid}`]: name,
    [`users/${uid}/farms/${farmId}`]: true,
  };
}
