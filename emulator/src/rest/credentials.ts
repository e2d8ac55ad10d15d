/** Who sends a request. Source: https://firebase.google.com/docs/database/rest/auth */

import { type Actor, NOBODY, authFromJson, parseToken } from "../database/actor";
import { parseJson } from "../tree/json-text";
import { errorReply, type Reply } from "./reply";
import type { RestRequest } from "./request";

/** @returns the answer that says why, when it is refused */
export function actorOf(request: RestRequest): Actor | Reply {
  const token = tokenOf(request);
  const override = request.search.get("auth_variable_override");
  if (token === undefined) {
    return override === null ? NOBODY : errorReply(401, OVERRIDE_NEEDS_ADMIN);
  }
  const parsed = parseToken(token);
  if (!parsed.ok) return errorReply(401, "Could not parse auth token.");
  if (override === null) return parsed.actor;
  return parsed.actor.isAdmin ? overriddenActor(override) : errorReply(401, OVERRIDE_NEEDS_ADMIN);
}

const OVERRIDE_NEEDS_ADMIN = "auth_variable_override needs admin credentials.";

function tokenOf({ search, headers }: RestRequest): string | undefined {
  const token = search.get("auth") ?? search.get("access_token");
  if (token !== null && token !== "") return token;
  return /^Bearer\s+(\S.*)$/i.exec(headers.authorization ?? "")?.[1]?.trim();
}

function overriddenActor(override: string): Actor | Reply {
  const json = parseJson(override);
  if (json === null) return NOBODY;
  const auth = authFromJson(json);
  return auth === undefined
    ? errorReply(400, "auth_variable_override must be a JSON object or null.")
    : { isAdmin: false, auth };
}
