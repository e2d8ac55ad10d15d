/** The members of a farm: their roles, their names for each other, and the updates that end a membership. */

import { checkName } from "./keys.ts";
import { oneOf, parseChildren } from "../stored.ts";

export const ROLES = ["owner", "viewer"] as const;
export type Role = (typeof ROLES)[number];

export interface Member {
  /** The uid of the account. */
  readonly uid: string;
  readonly role: Role;
}

export const parseRole = oneOf(ROLES);

/**
 * Returns the members. As in the rules, any text in place of a role lets a member read.
 * @param stored `farms/<farmId>/members`
 */
export function parseMembers(stored: unknown): readonly Member[] {
  return parseChildren(stored, (child, uid) =>
    typeof child === "string" ? { uid, role: parseRole(child) ?? "viewer" } : undefined,
  );
}

/** Returns the update by which an owner ends a membership. Only the person changes their own list of farms. */
export function memberRemoval(farmId: string, uid: string): Readonly<Record<string, null>> {
  return { [`farms/${farmId}/members/${uid}`]: null, [`farms/${farmId}/names/${uid}`]: null };
}

/** Returns the update by which viewers end their membership and remove the farm from their list. */
export function leaving(farmId: string, uid: string): Readonly<Record<string, null>> {
  return { ...memberRemoval(farmId, uid), [`users/${uid}/farms/${farmId}`]: null };
}

/** Returns valid names by uid. Older rules accepted other names. @param stored `farms/<farmId>/names` */
export function parseNames(stored: unknown): ReadonlyMap<string, string> {
  return new Map(
    parseChildren(stored, (name, uid) =>
      typeof name === "string" && checkName(name) === undefined
        ? ([uid, name] as const)
        : undefined,
    ),
  );
}
