/** `o`, `om` and `oc`: writes for when the connection is gone; the rules check them now and then. */

import type { Write } from "../../database/write";
import { type Answer, type Body, invalid, OK } from "../protocol";
import type { SessionState } from "../session-state";
import { mergeOf, pathOf, setOf } from "./body";
import { answerOf } from "./write";

export function putOnDisconnect(session: SessionState, body: Body): Answer {
  return register(session, setOf(body));
}

export function mergeOnDisconnect(session: SessionState, body: Body): Answer {
  return register(session, mergeOf(body));
}

/** Source: https://firebase.google.com/docs/reference/js/database.ondisconnect#ondisconnectcancel */
export function cancelOnDisconnect({ disconnectWrites }: SessionState, body: Body): Answer {
  const path = pathOf(body);
  if (typeof path === "string") return invalid(path);
  disconnectWrites.takeBack(path);
  return OK;
}

function register(session: SessionState, write: Write | string): Answer {
  if (typeof write === "string") return invalid(write);
  const { database, actor, disconnectWrites } = session;
  const answer = answerOf(session, database.check(write, { actor }));
  if (answer === OK) disconnectWrites.add(write);
  return answer;
}
