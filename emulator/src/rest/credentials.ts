/** Who sends a request. Source: https://firebase.google.com/docs/database/rest/auth */

import { type Actor, NOBODY, authFromJson, parseToken } from "../database/actor";
import { parseJson } from "./body";
import { errorReply, type Reply } from "./reply";
import type { RestRequest } from "./request";

export type Credentials =
  { readonly ok: true; readonly actor: Actor } | { readonly ok: false; readonly reply: Reply };

export function actorOf(request: RestRequest): Credentials {
  const token = tokenOf(request);
  const override = request.search.get("auth_variable_override");
  if (token === undefined) {
    return override === null ? { ok: true, actor: NOBODY } : refuse(401, OVERRIDE_NEEDS_ADMIN);
  }
  const parsed = parseToken(token);
  if (!parsed.ok) return refuse(401, "Could not parse auth token.");
  if (override === null) return parsed;
  return parsed.actor.isAdmin ? overriddenActor(override) : refuse(401, OVERRIDE_NEEDS_ADMIN);
}

const OVERRIDE_NEEDS_ADMIN = "auth_variable_override needs admin credentials.";

function tokenOf({ search, headers }: RestRequest): string | undefined {
  const token = search.get("auth") ?? search.get("access_token");
  if (token !== null && token !== "") return token;
  return /^Bearer\s+(\S.*)$/i.exec(headers.authorization ?? "")?.[1]?.trim();
}

function overriddenActor(override: string): Credentials {
  const json = parseJson(override);
  if (json === null) return { ok: true, actor: NOBODY };
  const auth = authFromJson(json);
  return auth === undefined
    ? refuse(400, "auth_variable_override must be a JSON object or null.")
    : { ok: true, actor: { isAdmin: false, auth } };
}

function refuse(status: number, error: string): Credentials {
  return { ok: false, reply: errorReply(status, error) };
}
