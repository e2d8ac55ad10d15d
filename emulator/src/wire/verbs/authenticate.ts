/** `auth`, `gauth` and `unauth`. The Admin SDK sends `authvar` or `noauth` for `databaseAuthVariableOverride`. */

import {
  type Actor,
  actorFromOverride,
  NOBODY,
  parseToken,
  tokenLifetimeMs,
} from "../../database/actor";
import { type Answer, type Body, OK, pushMessage } from "../protocol";
import type { SessionState } from "./body";
import { relisten } from "./listen";

export function authenticate(session: SessionState, body: Body): Answer {
  const { cred: token } = body;
  if (typeof token !== "string") return invalidToken("cred must be a string.");
  const named = parseToken(token);
  if (typeof named === "string") return invalidToken(named);
  const actor = overridden(named, body);
  if (actor === undefined) return invalidToken("authvar must be an object or null.");
  become(session, actor);
  const lifetimeMs = tokenLifetimeMs(actor, session.database.now);
  if (lifetimeMs !== undefined) session.expiry = setTimeout(() => expire(session), lifetimeMs);
  return { status: "ok", data: { auth: actor.isAdmin ? null : actor.auth } };
}

export function unauthenticate(session: SessionState): Answer {
  become(session, NOBODY);
  return OK;
}

function invalidToken(problem: string): Answer {
  return { status: "invalid_token", data: problem };
}

function become(session: SessionState, actor: Actor): void {
  clearTimeout(session.expiry);
  session.actor = actor;
  relisten(session);
}

/**
 * Ends the session's token. The client is told before its listeners are revoked, so that it reconnects with a new token
 * and restores them.
 */
function expire(session: SessionState): void {
  session.push(pushMessage("ac", { s: "expired_token", d: "Auth token is expired" }));
  become(session, NOBODY);
}

function overridden(actor: Actor, { authvar, noauth }: Body): Actor | undefined {
  if (!actor.isAdmin) return actor;
  if (noauth === true) return NOBODY;
  return authvar === undefined ? actor : actorFromOverride(authvar);
}
