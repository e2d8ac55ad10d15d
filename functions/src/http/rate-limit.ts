/**
 * Bounds how often each of many clients is served, in the memory of this process. A client may send a minute's worth at
 * once and gets its budget back evenly. One number is kept for each. If there are more clients than are kept, the one
 * that asked longest ago is forgotten and begins with a whole budget again: the limit errs in the client's favor.
 */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { BoundedMap } from "../bounded-map";

/** Counts a request of a client. Returns 0, or the whole seconds after which the client will be served again. */
export type RateLimit = (key: string) => number;

/** How many clients are kept: about a megabyte. */
const MAX_CLIENTS = 10_000;

/** Sums of fractions are a little off; nobody is refused for less than this. */
const TOLERANCE_MS = 0.5;

/**
 * @param perMinute requests of one client; 0 switches the limit off
 * @param now a clock in milliseconds that never goes back
 */
export function createRateLimit(
  perMinute: number,
  now: () => number,
  maxClients = MAX_CLIENTS,
): RateLimit {
  if (perMinute === 0) return () => 0;
  const costMs = MINUTE_MS / perMinute;
  /** When the budget of each will be whole again. */
  const fullAtMs = new BoundedMap<number>(maxClients);
  return (key) => {
    const nowMs = now();
    const nextMs = Math.max(nowMs, fullAtMs.get(key) ?? nowMs) + costMs;
    const excessMs = nextMs - nowMs - MINUTE_MS;
    if (excessMs > TOLERANCE_MS) return Math.ceil(excessMs / 1000);
    fullAtMs.set(key, nextMs);
    return 0;
  };
}
