/**
 * Sends the server requests while the page is visible, and reopens a dead connection: see `model/values/heartbeat.ts`.
 */

import type { ReadonlySignal } from "@preact/signals-core";
import { expectAnswer, nextBeat, startHeartbeat } from "../../model/values/heartbeat";
import { untilAnswer } from "./answer";
import type { ConnectionWatch } from "./connection";
import { lastHeardAt } from "./heard-socket";
import type { Sdk } from "./sdk";
import type { PendingWrite } from "../changes/writes";

/** The page notices a change of the device's clock within this time, in milliseconds. */
const CHECK_EVERY_MS = 10_000;

/** @param pending changes that the server must confirm */
export function keepAlive(
  sdk: Sdk,
  connection: ConnectionWatch,
  pending: ReadonlySignal<readonly PendingWrite[]>,
): void {
  const { database, goOffline, goOnline } = sdk;
  let heartbeat = startHeartbeat(Date.now());
  let timer: ReturnType<typeof setTimeout> | undefined;

  const look = (isWoken = false): void => {
    clearTimeout(timer);
    if (document.visibilityState === "hidden") return;
    const { isConnected } = connection.state.peek();
    const isShifted = connection.noticeShift();
    const seen = { now: Date.now(), isConnected, heardAt: lastHeardAt(), isWoken, isShifted };
    const { next, action } = nextBeat(heartbeat, seen);
    heartbeat = next;
    timer = setTimeout(look, Math.min(next.dueAt - seen.now, CHECK_EVERY_MS));
    if (action === "ask") void ask();
    if (action === "reopen") {
      goOffline(database);
      goOnline(database);
    }
  };

  const ask = async (): Promise<void> => {
    await untilAnswer(sdk);
    look();
  };

  connection.state.subscribe(() => look());
  pending.subscribe((writes) => {
    if (writes.some(({ isSent }) => isSent)) heartbeat = expectAnswer(heartbeat, Date.now());
    look();
  });
  const wake = (): void => look(true);
  // Must run after the listener in `connection.ts`, which reopens the connection of a hidden page.
  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  addEventListener("pageshow", ({ persisted }) => persisted && wake());
}
