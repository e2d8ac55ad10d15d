/** `p` and `m`: writes a value, or several at once. A hash makes a put conditional: that is a transaction. */

import type { CommitOptions, CommitResult } from "../../database";
import type { Write } from "../../database/write";
import { hashOf } from "../../tree/hash";
import { invalid, OK, PERMISSION_DENIED, securityDebugMessage } from "../protocol";
import type { Answer, Body } from "../protocol";
import type { SessionState } from "../session";
import { childrenOf, dataOf, NO_CHILDREN, NO_PATH, pathOf } from "./body";

export function put(session: SessionState, body: Body): Answer {
  const path = pathOf(body);
  if (path === undefined) return invalid(NO_PATH);
  return commit(session, { kind: "set", path, value: dataOf(body) }, body["h"]);
}

export function merge(session: SessionState, body: Body): Answer {
  const path = pathOf(body);
  const children = childrenOf(body);
  if (path === undefined) return invalid(NO_PATH);
  if (children === undefined) return invalid(NO_CHILDREN);
  return commit(session, { kind: "merge", path, children }, body["h"]);
}

function commit(session: SessionState, write: Write, hash: unknown): Answer {
  const { database, actor, isExplaining, push } = session;
  const options: CommitOptions =
    typeof hash === "string" ? { actor, expects: (node) => hashOf(node) === hash } : { actor };
  const result = database.commit(write, options);
  if (isExplaining && result.status === "denied" && result.reason !== undefined) {
    push(securityDebugMessage(result.reason));
  }
  return answerOf(result);
}

/** How the outcome of a write is answered. */
export function answerOf(result: CommitResult): Answer {
  switch (result.status) {
    case "ok":
      return OK;
    case "stale":
      return { status: "datastale", data: "Transaction hash does not match" };
    case "denied":
      return PERMISSION_DENIED;
    case "invalid":
      return invalid(result.message);
  }
}
