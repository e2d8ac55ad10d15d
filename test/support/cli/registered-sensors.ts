import { DATABASE_ADDRESS } from "../backend/addresses";
import type { DatabaseClient } from "../backend/database-client";
import type { Farm } from "../backend/farm";

/** Returns how many sensors of the farm are registered. */
export async function countSensors(database: DatabaseClient, farm: Farm): Promise<number> {
  const url = `http://${DATABASE_ADDRESS}/registeredSensors.json`;
  const query = `ns=${database.namespace}&orderBy="farmId"&equalTo="${farm.id}"`;
  const answer = await fetch(`${url}?${query}`, { headers: { Authorization: "Bearer owner" } });
  return Object.keys(((await answer.json()) as object | null) ?? {}).length;
}
