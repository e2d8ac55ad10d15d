/**
 * When to ask the server for an answer, and when to reopen the connection: a half-open one looks like an inactive one.
 * Pure; all times are Unix milliseconds of this device's clock, which may jump.
 */

/** After this inactivity the server is asked for an answer. */
const QUIET = 30_000;
/** The timeout of an answer. Anything that arrives counts as one: the answer itself may wait behind long messages. */
const TIMEOUT = 10_000;
/** The timeout of an attempt to connect: the SDK's own. The SDK's pauses between attempts grow to minutes. */
const OPENING = 30_000;
/** A timer that is later than this comes after a sleep of the device. */
const LATE = 5000;

export interface Heartbeat {
  readonly phase: "quiet" | "asked" | "opening";
  /** When the phase began. */
  readonly since: number;
  /** When to look again. */
  readonly dueAt: number;
}

export interface Seen {
  readonly now: number;
  readonly isConnected: boolean;
  /** When the server last sent anything. */
  readonly heardAt: number;
  /** Whether the page was just shown, or the device got its network back. */
  readonly isWoken: boolean;
  /** Whether the device slept, or its clock was set: how far it is off is known from the next connection on. */
  readonly isShifted: boolean;
}

export interface Beat {
  readonly next: Heartbeat;
  readonly action: "wait" | "ask" | "reopen";
}

export function startHeartbeat(now: number): Heartbeat {
  return { phase: "opening", since: now, dueAt: now + OPENING };
}

/** What to do now. After a sleep, and after a jump of the clock, the timeouts start again. */
export function nextBeat(last: Heartbeat, seen: Seen): Beat {
  const { now, isConnected, heardAt } = seen;
  if (seen.isShifted) return opening(now, "reopen");
  const isWoken = seen.isWoken || now > last.dueAt + LATE || now < last.since;
  if (!isConnected) {
    const hasEnded = last.phase !== "opening";
    if (isWoken || now >= last.since + OPENING) return opening(now, "reopen");
    return hasEnded ? opening(now, "wait") : { next: last, action: "wait" };
  }
  if (isWoken) return asked(now);
  if (last.phase === "asked" && heardAt < last.since) {
    return now < last.since + TIMEOUT ? { next: last, action: "wait" } : opening(now, "reopen");
  }
  const quietSince = Math.min(heardAt, now);
  if (now >= quietSince + QUIET) return asked(now);
  return {
    next: { phase: "quiet", since: quietSince, dueAt: quietSince + QUIET },
    action: "wait",
  };
}

/** A change is sent: the server must confirm it. */
export function expectAnswer(last: Heartbeat, now: number): Heartbeat {
  return last.phase === "quiet" ? asked(now).next : last;
}

function opening(now: number, action: "wait" | "reopen"): Beat {
  return { next: startHeartbeat(now), action };
}

function asked(now: number): Beat {
  return { next: { phase: "asked", since: now, dueAt: now + TIMEOUT }, action: "ask" };
}
