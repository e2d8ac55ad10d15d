/**
 * Removes what `lastSeen` no longer needs: a board that now sends temperature and humidity apart leaves their common
 * name behind, and databases of earlier versions hold a name for each combination that was ever sent.
 */

import { inParallel } from "@greenhouse/domain/in-parallel";
import { supersededNames } from "@greenhouse/domain/history/last-seen";
import { pagesOf } from "@greenhouse/database/client/pages";
import type { Database } from "../database";

const AT_ONCE = 5;
/** Sensors that are read at once: in earlier versions one could have 117 kB of names. */
const PAGE_SIZE = 40;

/** Rejects with the first failure, after all farms were tried. */
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
      // It may fail every day, and must not keep the others from being pruned.
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
    // A name that was renewed meanwhile is refused, and looked at the next day.
    if (paths.length > 0) await database.update(Object.fromEntries(paths));
  }
}
