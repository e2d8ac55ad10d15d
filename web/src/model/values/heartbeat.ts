/**
 * Decides when to send the server a request, and when to reopen the connection. A half-open connection looks like an
 * idle one. Pure; all times are Unix milliseconds of this device's clock, which may jump.
 */

/** After this time without data, a request is sent. */
const QUIET_MS = 30_000;
/** The timeout of the answer. Any data counts as an answer, because the answer may wait behind long messages. */
const TIMEOUT_MS = 10_000;
/** The timeout of an attempt to connect, as in the SDK. The SDK's pauses between attempts grow to minutes. */
const OPENING_MS = 30_000;
/** If a timer fires later than this, the device was asleep. */
const LATE_MS = 5000;

export interface Heartbeat {
  readonly phase: "quiet" | "asked" | "opening";
  /** When the phase began. */
  readonly since: number;
  /** When to check again. */
  readonly dueAt: number;
}

export interface Seen {
  readonly now: number;
  readonly isConnected: boolean;
  /** When the server last sent anything. */
  readonly heardAt: number;
  /** Whether the page was just shown, or the device is back online. */
  readonly isWoken: boolean;
  /** Whether the device slept, or its clock was set. The new clock offset is unknown until the next connection. */
  readonly isShifted: boolean;
}

export interface Beat {
  readonly next: Heartbeat;
  readonly action: "wait" | "ask" | "reopen";
}

export function startHeartbeat(now: number): Heartbeat {
  return { phase: "opening", since: now, dueAt: now + OPENING_MS };
}

/** Returns the next step. After a sleep, and after a jump of the clock, the timeouts start again. */
export function nextBeat(last: Heartbeat, seen: Seen): Beat {
  const { now, isConnected, heardAt } = seen;
  if (seen.isShifted) return opening(now, "reopen");
  const isWoken = seen.isWoken || now > last.dueAt + LATE_MS || now < last.since;
  if (!isConnected) {
    const hasEnded = last.phase !== "opening";
    if (isWoken || now >= last.since + OPENING_MS) return opening(now, "reopen");
    return hasEnded ? opening(now, "wait") : { next: last, action: "wait" };
  }
  if (isWoken) return askedBeat(now);
  if (last.phase === "asked" && heardAt < last.since) {
    return now < last.since + TIMEOUT_MS ? { next: last, action: "wait" } : opening(now, "reopen");
  }
  const quietSince = Math.min(heardAt, now);
  if (now >= quietSince + QUIET_MS) return askedBeat(now);
  return {
    next: { phase: "quiet", since: quietSince, dueAt: quietSince + QUIET_MS },
    action: "wait",
  };
}

/** Starts the timeout when a change was sent, because the server must confirm it. */
export function expectAnswer(last: Heartbeat, now: number): Heartbeat {
  return last.phase === "quiet" ? askedBeat(now).next : last;
}

function opening(now: number, action: "wait" | "reopen"): Beat {
  return { next: startHeartbeat(now), action };
}

function askedBeat(now: number): Beat {
  return { next: { phase: "asked", since: now, dueAt: now + TIMEOUT_MS }, action: "ask" };
}
