/** Whether a person may see a farm now. The SDK does not retry refused listeners, so this module reads again. */

import { sdkLoaded } from "./sdk";

export async function isMember(farmId: string, authUid: string): Promise<boolean> {
  const { database, get, ref } = await sdkLoaded;
  try {
    const stored = await get(ref(database, `farms/${farmId}/members/${authUid}`));
    return stored.exists();
  } catch {
    // Access was refused, or there is no connection. The caller tries again.
    return false;
  }
}
