/** Holds back clients that ask too often, by the address they ask from, before anything of a request is read. */

import { readClientAddress } from "./client-address";
import type { Gate } from "./dispatch";
import { createRateLimit } from "./rate-limit";

/**
 * @param limit of each address; off where it is 0 a minute
 * @param now a clock in milliseconds that never goes back
 */
export function createGate(
  limit: { readonly perMinute: number; readonly maxKeys: number; readonly ownProxies: number },
  now: () => number,
): Gate {
  const count = createRateLimit(limit, now);
  if (count === undefined) return () => 0;
  return (request) => count(readClientAddress(request, limit.ownProxies));
}
