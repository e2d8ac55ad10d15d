/**
 * Invitations by link, and the names that members have for each other: what is stored of them, and the updates that use an
 * invitation and that end a membership. `database.rules.json` holds the same conditions.
 */

import { farmKeyOf } from "./farm-key";
import { entriesOf, numberOf, textOf } from "./stored";

export type Role = "owner" | "viewer";

/** Under `invitations/<farmId>/<token>`. */
export interface Invitation {
  readonly role: Role;
  /** In Unix milliseconds. */
  readonly expiresAt: number;
  readonly farmName: string;
  /** The uid of the owner who made it. */
  readonly by: string;
  /** How the members see that owner; undefined without a name. */
  readonly byName: string | undefined;
  /** The uid of who joined with it. */
  readonly usedBy: string | undefined;
}

export const INVITATION_TOKEN_BYTES = 24;

/** How long a new one is valid. The rules allow ten minutes more, for clocks that differ. */
export const INVITATION_LASTS_MS = 7 * 24 * 3_600_000;

/** @param bytes INVITATION_TOKEN_BYTES random ones: nobody guesses 192 bits */
export function invitationTokenOf(bytes: Uint8Array): string {
  return farmKeyOf(bytes);
}

/** Whether a text has the form of a token; a link that was copied in part has not. */
export function isInvitationToken(text: string): boolean {
  return /^[0-9A-Za-z_-]{32}$/.test(text);
}

/** The path of the link, below the address of the page. */
export function invitationPath(farmId: string, token: string): string {
  return `/join/${encodeURIComponent(farmId)}/${token}`;
}

/** Undefined for anything that is no invitation. */
export function readInvitation(stored: unknown): Invitation | undefined {
  const role = textOf(stored, "role");
  const expiresAt = numberOf(stored, "expiresAt");
  const farmName = textOf(stored, "farmName");
  const by = textOf(stored, "by");
  if (role !== "owner" && role !== "viewer") return undefined;
  if (expiresAt === undefined || farmName === undefined || by === undefined) return undefined;
  const [byName, usedBy] = [textOf(stored, "byName"), textOf(stored, "usedBy")];
  return { role, expiresAt, farmName, by, byName, usedBy };
}

/** What is stored of a new one. */
export function newInvitation(
  role: Role,
  by: { readonly uid: string; readonly name: string | undefined },
  farmName: string,
  now: number,
): Readonly<Record<string, string | number>> {
  const expiresAt = now + INVITATION_LASTS_MS;
  const named = by.name === undefined ? {} : { byName: by.name };
  return { role, expiresAt, farmName, by: by.uid, ...named };
}

/** The only update with which the rules let an invitation be used: it and the membership at once. */
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

/** Ends a membership: what the farm holds of the person, and the farm on their list. */
export function memberRemoval(farmId: string, uid: string): Readonly<Record<string, null>> {
  return {
    [`farms/${farmId}/members/${uid}`]: null,
    [`farms/${farmId}/names/${uid}`]: null,
    [`users/${uid}/farms/${farmId}`]: null,
  };
}

/** The names under `farms/<farmId>/names`, by uid. */
export function readNames(stored: unknown): ReadonlyMap<string, string> {
  return new Map(
    entriesOf(stored).flatMap(([uid, name]) =>
      typeof name === "string" && name.trim() !== "" ? [[uid, name] as const] : [],
    ),
  );
}
