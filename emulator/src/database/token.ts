/**
 * Who a token stands for. An emulator trusts what it is told: `owner` is an admin, and a JWT is read without checking
 * its signature, so that the unsigned tokens of the SDKs and of the auth emulator work.
 */

import type { Auth } from "../rules/ruleset";
import { ADMIN } from "./actor";
import type { Actor } from "./actor";

export type ParsedToken =
  | { readonly ok: true; readonly actor: Actor }
  | { readonly ok: false; readonly problem: string };

export function parseToken(token: string): ParsedToken {
  if (token === "owner") return { ok: true, actor: ADMIN };
  const claims = readClaims(token);
  if (claims === undefined) {
    return { ok: false, problem: 'The token is neither "owner" nor a JSON Web Token.' };
  }
  const auth = authFromClaims(claims);
  return auth === undefined
    ? { ok: false, problem: "The token names no user: it has neither sub nor user_id." }
    : { ok: true, actor: { isAdmin: false, auth } };
}

function readClaims(token: string): Record<string, unknown> | undefined {
  const [, payload, ...rest] = token.split(".");
  if (payload === undefined || rest.length !== 1) return undefined;
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString());
    return typeof claims === "object" && claims !== null && !Array.isArray(claims)
      ? (claims as Record<string, unknown>)
      : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** `auth` as the rules see it. Source: https://firebase.google.com/docs/reference/security/database#auth */
function authFromClaims(claims: Record<string, unknown>): Auth | undefined {
  const uid = claims["sub"] ?? claims["user_id"];
  if (typeof uid !== "string" || uid === "") return undefined;
  const firebase = claims["firebase"] as { sign_in_provider?: unknown } | undefined;
  return { uid, provider: firebase?.sign_in_provider ?? null, token: claims };
}
