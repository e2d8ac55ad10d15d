/**
 * Asks the server for an answer now and then while the page is visible, and opens a dead connection anew: see
 * `model/heartbeat.ts`.
 */

import type { ReadonlySignal } from "@preact/signals-core";
import { get, goOffline, goOnline, ref } from "firebase/database";
import { expectAnswer, nextBeat, startHeartbeat } from "../model/heartbeat";
import type { Backend } from "./backend";
import type { ConnectionWatch } from "./connection";
import { lastFrameAt } from "./frames";
import type { PendingWrite } from "./writes";

/** @param pending changes that the server must confirm */
export function keepAlive(
  { auth, database }: Pick<Backend, "auth" | "database">,
  connection: ConnectionWatch,
  pending: ReadonlySignal<readonly PendingWrite[]>,
): void {
  let heartbeat = startHeartbeat(Date.now());
  let timer: ReturnType<typeof setTimeout> | undefined;

  const look = (isWoken = false): void => {
    clearTimeout(timer);
    if (document.visibilityState === "hidden") return;
    const { isConnected } = connection.state.peek();
    const seen = { now: Date.now(), isConnected, heardAt: lastFrameAt(), isWoken };
    const { next, action } = nextBeat(heartbeat, seen);
    heartbeat = next;
    timer = setTimeout(look, next.dueAt - seen.now);
    if (action === "ask") void ask();
    if (action === "reopen") {
      goOffline(database);
      goOnline(database);
    }
  };

  /** Reads what nobody listens to: that goes to the server every time. A refusal is an answer too. */
  const ask = async (): Promise<void> => {
    const path = `users/${auth.currentUser?.uid ?? "nobody"}/heartbeat`;
    await get(ref(database, path)).catch(() => undefined);
    look();
  };

  connection.state.subscribe(() => look());
  pending.subscribe((writes) => {
    if (writes.some(({ isSent }) => isSent)) heartbeat = expectAnswer(heartbeat, Date.now());
    look();
  });
  const wake = (): void => look(true);
  // After the listener of the connection watch, which opens the connection of a page that was hidden.
  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  addEventListener("pageshow", ({ persisted }) => persisted && wake());
}
