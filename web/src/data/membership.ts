/** Whether a person may see a farm now. A listener that was refused stays refused, so it is asked anew. */

import { get, ref } from "firebase/database";
import type { Database } from "firebase/database";

export async function isMember(
  database: Database,
  farmId: string,
  authUid: string,
): Promise<boolean> {
  try {
    const stored = await get(ref(database, `farms/${farmId}/members/${authUid}`));
    return stored.exists();
  } catch {
    // Refused, or without a connection: it is asked again.
    return false;
  }
}
