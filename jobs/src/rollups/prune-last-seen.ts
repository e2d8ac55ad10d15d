/**
 * Removes names that `lastSeen` no longer needs. A board that now sends temperature and humidity separately leaves their
 * common name behind. Databases of earlier versions hold a name for every combination that was ever sent.
 */

import { inParallel } from "@greenhouse/domain/in-parallel";
import { supersededNames } from "@greenhouse/domain/history/last-seen";
import { pagesOf } from "@greenhouse/database/client/pages";
import type { Database } from "../database";

const AT_ONCE = 5;
/** Sensors that are read at once. In earlier versions a sensor could have 117 kB of names. */
const PAGE_SIZE = 40;

/** Rejects with the first failure after it has tried all farms. */
export async function pruneLastSeen(
  database: Pick<Database, "readPage" | "update">,
  farms: Iterable<string>,
  nowMs: number,
): Promise<void> {
  const failures: unknown[] = [];
  await inParallel(farms, AT_ONCE, async (farm) => {
    try {
      await pruneFarm(database, farm, nowMs);
    } catch (error) {
      // A farm may fail every day. It must not prevent the pruning of other farms.
      failures.push(error);
    }
  });
  if (failures.length > 0) throw failures[0];
}

async function pruneFarm(
  database: Pick<Database, "readPage" | "update">,
  farm: string,
  nowMs: number,
): Promise<void> {
  const path = `lastSeen/${farm}`;
  for await (const page of pagesOf(database, path, PAGE_SIZE)) {
    const paths = page.flatMap(([uid, stored]) =>
      supersededNames(stored, nowMs).map((name) => [`${path}/${uid}/${name}`, null] as const),
    );
    // The rules refuse to remove a name that was renewed in the meantime. It is tried again the next day.
    if (paths.length > 0) await database.update(Object.fromEntries(paths));
  }
}
