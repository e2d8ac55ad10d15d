/** Holds back clients that ask too often, by the address they ask from, before anything of a request is read. */

import { readClientAddress } from "./client-address";
import type { AddressLimit } from "./dispatch";
import { createRateLimit } from "./rate-limit";

/**
 * @param limit of each address; off where it is 0 a minute
 * @param now a clock in milliseconds that never goes back
 */
export function createAddressLimit(
  limit: { readonly perMinute: number; readonly maxKeys: number; readonly ownProxies: number },
  now: () => number,
): AddressLimit {
  const count = createRateLimit(limit, now);
  return (request) => count(readClientAddress(request, limit.ownProxies));
}
