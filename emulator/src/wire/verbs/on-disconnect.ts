/** `o`, `om` and `oc`: writes to be made when the connection is gone, judged by the rules now and then. */

import type { Write } from "../../database/write";
import { isAtOrBelow } from "../../tree/path";
import type { Path } from "../../tree/path";
import { invalid, OK } from "../protocol";
import type { Answer, Body } from "../protocol";
import type { SessionState } from "../session";
import { childrenOf, dataOf, NO_CHILDREN, NO_PATH, pathOf } from "./body";
import { answerOf } from "./write";

/** In the order in which they will be made. */
export type DisconnectWrites = Write[];

export function putOnDisconnect(session: SessionState, body: Body): Answer {
  const path = pathOf(body);
  if (path === undefined) return invalid(NO_PATH);
  return register(session, { kind: "set", path, value: dataOf(body) });
}

export function mergeOnDisconnect(session: SessionState, body: Body): Answer {
  const path = pathOf(body);
  const children = childrenOf(body);
  if (path === undefined) return invalid(NO_PATH);
  if (children === undefined) return invalid(NO_CHILDREN);
  return register(session, { kind: "merge", path, children });
}

/** Takes back all that was to be written at the path and below. */
export function cancelOnDisconnect({ disconnectWrites }: SessionState, body: Body): Answer {
  const path = pathOf(body);
  if (path === undefined) return invalid(NO_PATH);
  removeAtOrBelow(disconnectWrites, path);
  return OK;
}

function register({ database, actor, disconnectWrites }: SessionState, write: Write): Answer {
  const answer = answerOf(database.check(write, { actor }));
  if (answer !== OK) return answer;
  // A put takes the place of what was to be written there; an update adds to it.
  if (write.kind === "set") removeAtOrBelow(disconnectWrites, write.path);
  disconnectWrites.push(write);
  return OK;
}

function removeAtOrBelow(writes: DisconnectWrites, path: Path): void {
  const kept = writes.filter((write) => !isAtOrBelow(write.path, path));
  writes.splice(0, writes.length, ...kept);
}
