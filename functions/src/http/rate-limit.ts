/**
 * Limits the requests of each client, in the memory of this process. A client may send a minute's requests at once and
 * regains its budget evenly. The limit keeps one number for each client. If there are too many clients, it forgets the
 * client that has been idle longest. The forgotten client starts again with a full budget: the limit errs in its favor.
 */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { BoundedMap } from "../bounded-map";

/** Counts a client's request. Returns 0, or the whole seconds until the client is served again. */
export type RateLimit = (key: string) => number;

/** Maximum number of clients in memory: about a megabyte. */
const MAX_CLIENTS = 10_000;

/** Sums of fractions are a little off. A smaller excess is not refused. */
const TOLERANCE_MS = 0.5;

/**
 * Creates a rate limit.
 * @param perMinute maximum requests of one client; 0 switches the limit off
 * @param now a clock in milliseconds that never goes back
 */
export function createRateLimit(
  perMinute: number,
  now: () => number,
  maxClients = MAX_CLIENTS,
): RateLimit {
  if (perMinute === 0) return () => 0;
  const costMs = MINUTE_MS / perMinute;
  /** When each client's budget will be full again. */
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
