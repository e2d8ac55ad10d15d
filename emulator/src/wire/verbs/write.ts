/** `p` and `m`: writes a value, or several at once. A hash makes a write conditional: that is a transaction. */

import type { CommitOptions, CommitResult } from "../../database";
import type { Write } from "../../database/write";
import { hashOf } from "../../tree/hash";
import {
  type Answer,
  type Body,
  invalid,
  OK,
  PERMISSION_DENIED,
  securityDebugMessage,
} from "../protocol";
import type { SessionState } from "../session-state";
import { mergeOf, setOf } from "./body";

export function put(session: SessionState, body: Body): Answer {
  return commit(session, setOf(body), body);
}

export function merge(session: SessionState, body: Body): Answer {
  return commit(session, mergeOf(body), body);
}

function commit(session: SessionState, write: Write | string, { h: hash }: Body): Answer {
  if (typeof write === "string") return invalid(write);
  if (hash !== undefined && typeof hash !== "string") return invalid("h must be text");
  const { database, actor } = session;
  const options: CommitOptions =
    hash === undefined ? { actor } : { actor, expects: (node) => hashOf(node) === hash };
  return answerOf(session, database.commit(write, options));
}

/** The answer to a write; a client that wants to know receives the reason of a denial. */
export function answerOf({ isExplaining, push }: SessionState, result: CommitResult): Answer {
  switch (result.status) {
    case "ok":
      return OK;
    case "stale":
      return { status: "datastale", data: "Transaction hash does not match" };
    case "denied":
      if (isExplaining && result.reason !== undefined) push(securityDebugMessage(result.reason));
      return PERMISSION_DENIED;
    case "invalid":
      return invalid(result.message);
  }
}
