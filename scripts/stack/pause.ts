/** Waits, without keeping the process alive for it. */

import { setTimeout as wait } from "node:timers/promises";

/** Resolves after that time, or as soon as the signal comes. */
export async function pause(timeMs: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(timeMs, undefined, { ref: false, signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
