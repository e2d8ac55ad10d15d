/** An answer of the server, which nothing that this device keeps can give. */

import type { Sdk } from "./sdk";

/**
 * Reads what nobody listens to: that goes to the server every time. A refusal is an answer too. Listeners that a new
 * connection has begun anew have been answered before it.
 */
export async function untilAnswer({
  auth,
  database,
  get,
  ref,
}: Pick<Sdk, "auth" | "database" | "get" | "ref">): Promise<void> {
  const path = `users/${auth.currentUser?.uid ?? "nobody"}/heartbeat`;
  await get(ref(database, path)).catch(() => undefined);
}
