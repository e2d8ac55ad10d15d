/** Who reads or writes: an admin, whom the rules do not limit, or a client with the `auth` that the rules see. */

import type { Auth } from "../rules/ruleset";

export type Actor = { readonly isAdmin: true } | { readonly isAdmin: false; readonly auth: Auth };

export const ADMIN: Actor = { isAdmin: true };

export const NOBODY: Actor = { isAdmin: false, auth: null };

/** The rules decide alike for two actors with the same key. */
export function actorKey(actor: Actor): string {
  return actor.isAdmin ? "admin" : JSON.stringify(actor.auth);
}
