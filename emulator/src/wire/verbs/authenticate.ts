/**
 * `auth`, `gauth` and `unauth`: who the client is. `gauth` of an admin may carry `authvar`, as whom the rules are to
 * see it, or `noauth`, as nobody; the Admin SDK sends them for `databaseAuthVariableOverride`.
 */

import { NOBODY } from "../../database/actor";
import type { Actor } from "../../database/actor";
import { parseToken } from "../../database/token";
import type { Auth } from "../../rules/ruleset";
import { invalid, OK } from "../protocol";
import type { Answer, Body } from "../protocol";
import type { SessionState } from "../session";
import { relisten } from "./listen";

export function authenticate(session: SessionState, body: Body): Answer {
  const { cred: token } = body;
  if (typeof token !== "string") return { status: "invalid_token", data: "cred must be text." };
  const parsed = parseToken(token);
  if (!parsed.ok) return { status: "invalid_token", data: parsed.problem };
  const actor = overridden(parsed.actor, body);
  if (actor === undefined) return invalid("authvar must be an object or null.");
  become(session, actor);
  return { status: "ok", data: { auth: actor.isAdmin ? null : actor.auth } };
}

export function unauthenticate(session: SessionState): Answer {
  become(session, NOBODY);
  return OK;
}

function become(session: SessionState, actor: Actor): void {
  session.actor = actor;
  relisten(session);
}

function overridden(actor: Actor, { authvar, noauth }: Body): Actor | undefined {
  if (!actor.isAdmin) return actor;
  if (noauth === true || authvar === null) return NOBODY;
  if (authvar === undefined) return actor;
  return typeof authvar === "object" ? { isAdmin: false, auth: authvar as Auth } : undefined;
}
