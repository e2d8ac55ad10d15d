/** Finds the farms that a run checks: those with alert settings, and those with plans of outputs. */

import { pagesOf } from "@greenhouse/database/client/pages";
import type { Run } from "../run";

/** Farms of one run. If there are more, each run checks a different selection. */
const MAX_FARMS = 50_000;
/** Farms that are read together. */
const FARMS_AT_ONCE = 5_000;

export interface WatchedFarms {
  /** In random order. */
  readonly ids: readonly string[];
  /** The farms with plans. */
  readonly planned: ReadonlySet<string>;
}

/** If there are too many farms, it selects some at random. */
export async function readWatched({
  database,
  random,
}: Pick<Run, "database" | "random">): Promise<WatchedFarms> {
  const watched: string[] = [];
  let count = 0;
  const add = (farmId: string): void => {
    count += 1;
    // Each farm gets a random place. Once the list is full, it may replace another farm.
    const place = Math.floor(random() * count);
    if (watched.length < MAX_FARMS) watched.push(watched[place] ?? farmId);
    if (place < watched.length) watched[place] = farmId;
  };
  const planned = new Set<string>();
  for await (const page of pagesOf(database, "plannedFarms", FARMS_AT_ONCE)) {
    for (const [farmId] of page) planned.add(farmId);
  }
  const withoutAlerts = new Set(planned);
  for await (const page of pagesOf(database, "alertSettings", FARMS_AT_ONCE)) {
    for (const [farmId] of page) {
      withoutAlerts.delete(farmId);
      add(farmId);
    }
  }
  for (const farmId of withoutAlerts) add(farmId);
  return { ids: watched, planned };
}
