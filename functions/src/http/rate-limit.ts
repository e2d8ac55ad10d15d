/**
 * Bounds how often each of many clients is served, in the memory of this instance. A client may send a minute's worth
 * at once and gets its budget back evenly. One number is kept for each, and no more clients than `maxKeys`: where there
 * are more, the one that asked longest ago is dropped, so that a crowd can never use up another client's budget.
 */

import { BoundedMap } from "../bounded-map";

/** Counts a request of a client. Returns 0, or the whole seconds after which the client will be served again. */
export type RateLimit = (key: string) => number;

const MINUTE_MS = 60_000;

/** Sums of fractions are a little off; nobody is refused for less than this. */
const TOLERANCE_MS = 0.5;

/**
 * @param perMinute requests of one client; 0 switches the limit off
 * @param now a clock in milliseconds that never goes back
 */
export function createRateLimit(
  { perMinute, maxKeys }: { readonly perMinute: number; readonly maxKeys: number },
  now: () => number,
): RateLimit {
  if (perMinute === 0) return () => 0;
  const costMs = MINUTE_MS / perMinute;
  /** When the budget of each will be whole again. */
  const wholeAtMs = new BoundedMap<number>(maxKeys);
  return (key) => {
    const nowMs = now();
    const nextMs = Math.max(nowMs, wholeAtMs.get(key) ?? nowMs) + costMs;
    const excessMs = nextMs - nowMs - MINUTE_MS;
    if (excessMs > TOLERANCE_MS) return Math.ceil(excessMs / 1000);
    wholeAtMs.set(key, nextMs);
    return 0;
  };
}
