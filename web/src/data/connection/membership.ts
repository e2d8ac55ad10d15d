/** Whether a person may see a farm now. A refused listener is not retried by the SDK, so this reads again. */

import { sdkLoaded } from "./sdk";

export async function isMember(farmId: string, authUid: string): Promise<boolean> {
  const { database, get, ref } = await sdkLoaded;
  try {
    const stored = await get(ref(database, `farms/${farmId}/members/${authUid}`));
    return stored.exists();
  } catch {
    // Refused, or without a connection: the caller tries again.
    return false;
  }
}
