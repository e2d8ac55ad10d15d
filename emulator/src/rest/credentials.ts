/** Reads the credentials of a request. Source: https://firebase.google.com/docs/database/rest/auth */

import { type Actor, actorFromOverride, NOBODY, parseToken } from "../database/actor";
import { parseJson } from "../tree/json-text";
import { errorReply, type Reply } from "./reply";
import type { RestRequest } from "./request";

/** @returns the actor, or the answer that says why the credentials are rejected */
export function actorOf(request: RestRequest): Actor | Reply {
  const token = tokenOf(request);
  const override = request.search.get("auth_variable_override");
  if (token === undefined) {
    return override === null ? NOBODY : errorReply(401, OVERRIDE_NEEDS_ADMIN);
  }
  const actor = parseToken(token);
  if (typeof actor === "string") return errorReply(401, "Could not parse auth token.");
  if (override === null) return actor;
  if (!actor.isAdmin) return errorReply(401, OVERRIDE_NEEDS_ADMIN);
  const overridden = actorFromOverride(parseJson(override));
  return overridden ?? errorReply(400, "auth_variable_override must be a JSON object or null.");
}

const OVERRIDE_NEEDS_ADMIN = "auth_variable_override needs admin credentials.";

function tokenOf({ search, headers }: RestRequest): string | undefined {
  const token = search.get("auth") ?? search.get("access_token");
  if (token !== null && token !== "") return token;
  return /^Bearer\s+(\S.*)$/i.exec(headers.authorization ?? "")?.[1]?.trim();
}
