/** Who reads or writes: an admin, to whom the rules do not apply, or a client with the `auth` that the rules see. */

import type { Auth } from "../rules/ruleset";
import { isObject, parseJson, stringifyJson } from "../tree/json-text";

export type Actor = { readonly isAdmin: true } | { readonly isAdmin: false; readonly auth: Auth };

export const ADMIN: Actor = { isAdmin: true };

export const NOBODY: Actor = { isAdmin: false, auth: null };

/** Returns a key. The rules decide the same for two actors with the same key. */
export function actorKey(actor: Actor): string {
  return actor.isAdmin ? "admin" : stringifyJson(actor.auth);
}

/**
 * Returns the actor that a token names, or a string that describes the problem. `owner` is an admin. The signature of a
 * JWT is not checked, so unsigned tokens work.
 */
export function parseToken(token: string): Actor | string {
  if (token === "owner") return ADMIN;
  const claims = readClaims(token);
  if (claims === undefined) return 'The token is neither "owner" nor a JSON Web Token.';
  const auth = authFromClaims(claims);
  return auth === undefined
    ? "The token has no user: sub and user_id are missing."
    : { isAdmin: false, auth };
}

/** Returns the actor that an admin acts as: `auth` unchanged, or nobody for null. */
export function actorFromOverride(json: unknown): Actor | undefined {
  if (json === null) return NOBODY;
  const auth = authFromJson(json);
  return auth && { isAdmin: false, auth };
}

function readClaims(token: string): NonNullable<Auth> | undefined {
  const [, payload, ...rest] = token.split(".");
  if (payload === undefined || rest.length !== 1) return undefined;
  return authFromJson(parseJson(Buffer.from(payload, "base64url").toString()));
}

/** Returns `auth` as the rules see it. Source: https://firebase.google.com/docs/reference/security/database#auth */
function authFromClaims(claims: NonNullable<Auth>): Auth | undefined {
  const uid = claims["sub"] ?? claims["user_id"];
  if (typeof uid !== "string" || uid === "") return undefined;
  const firebase = claims["firebase"] as { sign_in_provider?: unknown } | undefined;
  return { uid, provider: firebase?.sign_in_provider ?? null, token: claims };
}

/** Real claims are a few levels deep. */
const MAX_AUTH_DEPTH = 32;

/** Returns undefined if `json` is not an object or is nested too deep. */
function authFromJson(json: unknown): NonNullable<Auth> | undefined {
  return isObject(json) && !isDeeperThan(MAX_AUTH_DEPTH, json) ? json : undefined;
}

function isDeeperThan(levels: number, json: unknown): boolean {
  if (typeof json !== "object" || json === null) return false;
  return levels === 0 || Object.values(json).some((member) => isDeeperThan(levels - 1, member));
}

const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Returns the milliseconds until the token expires, or undefined if it never does. Also undefined if the token has
 * expired already: tests use tokens from 1970.
 */
export function tokenLifetimeMs(actor: Actor, now: number): number | undefined {
  const token: unknown = actor.isAdmin ? undefined : actor.auth?.["token"];
  const expiresAt = (token as { readonly exp?: unknown } | null | undefined)?.exp;
  if (typeof expiresAt !== "number") return undefined;
  const lifetimeMs = expiresAt * 1_000 - now;
  return lifetimeMs > 0 && lifetimeMs <= MAX_TIMER_MS ? lifetimeMs : undefined;
}
