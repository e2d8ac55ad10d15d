/** `p` and `m` write; a hash makes the write a transaction. `o`, `om` and `oc` are the client's `onDisconnect`. */

import type { CommitOptions, CommitResult } from "../../database";
import type { Write } from "../../database/write";
import { hashOf } from "../../tree/hash";
import { type Answer, type Body, invalid, OK, PERMISSION_DENIED, pushMessage } from "../protocol";
import { pathOf, type SessionState } from "./body";

type ReadWrite = (body: Body) => Write | string;

export function commit(session: SessionState, body: Body, readWrite: ReadWrite): Answer {
  const write = readWrite(body);
  const { h: hash } = body;
  if (typeof write === "string") return invalid(write);
  if (hash !== undefined && typeof hash !== "string") return invalid("h must be a string");
  const { database, actor } = session;
  const options: CommitOptions =
    hash === undefined ? { actor } : { actor, expects: (node) => hashOf(node) === hash };
  return answerOf(session, database.commit(write, options));
}

/** Returns the answer to a write. With `--explain`, also pushes the reason of a denial. */
function answerOf({ isExplaining, push }: SessionState, result: CommitResult): Answer {
  switch (result.status) {
    case "ok":
      return OK;
    case "stale":
      return { status: "datastale", data: "Transaction hash does not match" };
    case "denied":
      if (isExplaining && result.reason !== undefined)
        push(pushMessage("sd", { msg: result.reason }));
      return PERMISSION_DENIED;
    case "invalid":
      return invalid(result.message);
  }
}

export function commitOnDisconnect(
  session: SessionState,
  body: Body,
  readWrite: ReadWrite,
): Answer {
  const write = readWrite(body);
  if (typeof write === "string") return invalid(write);
  const { database, actor, disconnectWrites } = session;
  const answer = answerOf(session, database.check(write, { actor }));
  if (answer === OK) disconnectWrites.add(write);
  return answer;
}

/** Source: https://firebase.google.com/docs/reference/js/database.ondisconnect#ondisconnectcancel */
export function cancelOnDisconnect({ disconnectWrites }: SessionState, body: Body): Answer {
  const path = pathOf(body);
  if (typeof path === "string") return invalid(path);
  disconnectWrites.cancel(path);
  return OK;
}
