/** Removes counts of past days, and calls that nobody answered. */

import { countedDayOf, parseAlertCall } from "@greenhouse/domain/alerts/deliveries";
import { DAY_MS } from "@greenhouse/domain/time";
import { pagesOf } from "@greenhouse/database/client/pages";
import type { Run } from "../run";

/** Days whose counts are kept, so that an operator can see what was sent. */
const KEPT_DAYS = 3;

export async function pruneDeliveries({
  database,
  now,
}: Pick<Run, "database" | "now">): Promise<void> {
  const range = { before: countedDayOf(now() - KEPT_DAYS * DAY_MS) };
  // A day can have many counts. Each run removes the oldest.
  const days = await database.readPage("deliveryCounts", range, 1);
  const removed = days.map(([day]) => `deliveryCounts/${day}`);
  for await (const calls of pagesOf(database, "alertCalls")) {
    for (const [id, stored] of calls) {
      if ((parseAlertCall(stored)?.until ?? 0) < now()) removed.push(`alertCalls/${id}`);
    }
  }
  // One by one: a call that is answered in the meantime no longer exists, and the rules refuse its removal.
  for (const path of removed) await database.update({ [path]: null });
}
