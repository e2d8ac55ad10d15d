/** `o`, `om` and `oc`: writes to be made when the connection is gone, judged by the rules now and then. */

import { withoutPlace, withoutReplaced } from "../../database/write";
import type { Write } from "../../database/write";
import { isAtOrBelow } from "../../tree/path";
import type { Path } from "../../tree/path";
import { invalid, OK } from "../protocol";
import type { Answer, Body } from "../protocol";
import type { DisconnectWrites, SessionState } from "../session-state";
import { mergeOf, pathOf, setOf } from "./body";
import { answerOf } from "./write";

export function putOnDisconnect(session: SessionState, body: Body): Answer {
  return register(session, setOf(body));
}

export function mergeOnDisconnect(session: SessionState, body: Body): Answer {
  return register(session, mergeOf(body));
}

/**
 * Takes back what was to be written at the path and below; what was to be written beside it stays.
 * Source: https://firebase.google.com/docs/reference/js/database.ondisconnect#ondisconnectcancel
 */
export function cancelOnDisconnect({ disconnectWrites }: SessionState, body: Body): Answer {
  const path = pathOf(body);
  if (typeof path === "string") return invalid(path);
  clear(disconnectWrites, path, withoutPlace);
  return OK;
}

function register(session: SessionState, write: Write | string): Answer {
  if (typeof write === "string") return invalid(write);
  const { database, actor, disconnectWrites } = session;
  const answer = answerOf(session, database.check(write, { actor }));
  if (answer !== OK) return answer;
  // A put takes the place of what was to be written there, and adds to what is above; an update adds to it all.
  if (write.kind === "set") clear(disconnectWrites, write.path, withoutReplaced);
  disconnectWrites.push(write);
  return OK;
}

function clear(
  writes: DisconnectWrites,
  path: Path,
  leave: (write: Write, path: Path) => Write | undefined,
): void {
  const isTouched = (write: Write): boolean =>
    isAtOrBelow(write.path, path) || isAtOrBelow(path, write.path);
  // Thousands may be waiting, and few of them are of this place.
  if (!writes.some(isTouched)) return;
  const kept = writes.flatMap((write) => (isTouched(write) ? (leave(write, path) ?? []) : write));
  writes.splice(0, writes.length, ...kept);
}
