/** Waits for an answer from the server itself, not from the device's cache. */

import { rememberedPerson } from "./remembered";
import type { Sdk } from "./sdk";

/**
 * Reads a path without listeners, because such a read always goes to the server. A refusal is an answer, too. Listeners
 * that the SDK restarted on a new connection get their answers before this read.
 */
export async function untilAnswer({
  database,
  get,
  ref,
}: Pick<Sdk, "database" | "get" | "ref">): Promise<void> {
  const path = `users/${rememberedPerson()?.uid ?? "nobody"}/heartbeat`;
  await get(ref(database, path)).catch(() => undefined);
}
