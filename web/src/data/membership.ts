/** Whether a person may see a farm now. A listener that was refused stays refused, so it is asked again. */

import { sdkLoaded } from "./sdk";

export async function isMember(farmId: string, authUid: string): Promise<boolean> {
  const { database, get, ref } = await sdkLoaded;
  try {
    const stored = await get(ref(database, `farms/${farmId}/members/${authUid}`));
    return stored.exists();
  } catch {
    // Refused, or without a connection: it is asked again.
    return false;
  }
}
