/** The members of a farm: what they may do, their names for each other, and the updates that end a membership. */

import { checkName } from "./keys.ts";
import { oneOf, parseChildren } from "../stored.ts";

export const ROLES = ["owner", "viewer"] as const;
export type Role = (typeof ROLES)[number];

export interface Member {
  /** Of the account. */
  readonly uid: string;
  readonly role: Role;
}

export const parseRole = oneOf(ROLES);

/** As the rules count them: whoever is there by any text may read. @param stored `farms/<farmId>/members` */
export function parseMembers(stored: unknown): readonly Member[] {
  return parseChildren(stored, (child, uid) =>
    typeof child === "string" ? { uid, role: parseRole(child) ?? "viewer" } : undefined,
  );
}

/** An owner ends a membership: what the farm holds of the person. Nobody else changes the person's own list. */
export function memberRemoval(farmId: string, uid: string): Readonly<Record<string, null>> {
  return { [`farms/${farmId}/members/${uid}`]: null, [`farms/${farmId}/names/${uid}`]: null };
}

/** A viewer ends their own membership, and takes the farm off their list. */
export function leaving(farmId: string, uid: string): Readonly<Record<string, null>> {
  return { ...memberRemoval(farmId, uid), [`users/${uid}/farms/${farmId}`]: null };
}

/** The names under `farms/<farmId>/names`, by uid. Older rules let one be stored that has to be left out now. */
export function parseNames(stored: unknown): ReadonlyMap<string, string> {
  return new Map(
    parseChildren(stored, (name, uid) =>
      typeof name === "string" && checkName(name) === undefined
        ? ([uid, name] as const)
        : undefined,
    ),
  );
}
