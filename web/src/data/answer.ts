/** Waits for an answer of the server itself, not of the device's cache. */

import type { Sdk } from "./sdk";

/**
 * Reads a path that nobody listens to: such a read always goes to the server. A refusal is an answer too. Listeners
 * that the SDK restarted on a new connection have their answers before this one.
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
