/**
 * Removes what `lastSeen` no longer needs: a board that now sends temperature and humidity apart leaves their common
 * name behind, and databases of earlier versions hold a name for each combination that was ever sent.
 */

import { inParallel } from "../../../domain/src/in-parallel";
import { supersededNames } from "../../../domain/src/last-seen";
import { entriesOf } from "../../../domain/src/stored";
import type { Database } from "../database";

const AT_ONCE = 5;

/** Rejects with the first failure, after all farms were tried. */
export async function pruneLastSeen(
  database: Pick<Database, "get" | "update">,
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
  database: Pick<Database, "get" | "update">,
  farm: string,
  nowMs: number,
): Promise<void> {
  const path = `lastSeen/${farm}`;
  const paths = entriesOf(await database.get(path)).flatMap(([uid, stored]) =>
    supersededNames(stored, nowMs).map((name) => `${path}/${uid}/${name}`),
  );
  // A name that was renewed meanwhile is refused, and looked at the next day.
  if (paths.length > 0) await database.update(Object.fromEntries(paths.map((one) => [one, null])));
}
