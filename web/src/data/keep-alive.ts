/**
 * Asks the server for an answer now and then while the page is visible, and reopens a dead connection: see
 * `model/heartbeat.ts`.
 */

import type { ReadonlySignal } from "@preact/signals-core";
import { expectAnswer, nextBeat, startHeartbeat } from "../model/heartbeat";
import { untilAnswer } from "./answer";
import type { ConnectionWatch } from "./connection";
import { lastFrameAt } from "./frames";
import type { Sdk } from "./sdk";
import type { PendingWrite } from "./writes";

/** How soon a clock that was set is noticed, in milliseconds. */
const LOOK_WITHIN = 10_000;
/** Clocks that are corrected gradually differ by less, in milliseconds. */
const SHIFTED = 5000;

/**
 * The clock's lead over the timers: it changes when the clock is set, and where timers stop while the device sleeps.
 */
function sinceStart(): number {
  return Date.now() - performance.now();
}

/** @param pending changes that the server must confirm */
export function keepAlive(
  sdk: Sdk,
  connection: ConnectionWatch,
  pending: ReadonlySignal<readonly PendingWrite[]>,
): void {
  const { database, goOffline, goOnline } = sdk;
  let heartbeat = startHeartbeat(Date.now());
  let timer: ReturnType<typeof setTimeout> | undefined;
  let clock = sinceStart();

  const look = (isWoken = false): void => {
    clearTimeout(timer);
    if (document.visibilityState === "hidden") return;
    const { isConnected } = connection.state.peek();
    const isShifted = Math.abs(sinceStart() - clock) > SHIFTED;
    clock = sinceStart();
    const seen = { now: Date.now(), isConnected, heardAt: lastFrameAt(), isWoken, isShifted };
    const { next, action } = nextBeat(heartbeat, seen);
    heartbeat = next;
    timer = setTimeout(look, Math.min(next.dueAt - seen.now, LOOK_WITHIN));
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
  // After the listener of the connection watch, which opens the connection of a page that was hidden.
  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  addEventListener("pageshow", ({ persisted }) => persisted && wake());
}
