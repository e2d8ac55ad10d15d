/**
 * Finds where a greenhouse's history continues, by reading one entry of each row of history. So a fold skips years
 * without readings instead of going through every day.
 */

import { DAY_MS, HOUR_MS } from "@greenhouse/domain/time";
import { inParallel } from "@greenhouse/domain/in-parallel";
import { historySources } from "@greenhouse/domain/history/history-sources";
import { KEY_SLACK_MS, keyRangeOf } from "@greenhouse/domain/identity/key-range";
import type { Period } from "@greenhouse/domain/identity/key-range";
import { QUANTITIES } from "@greenhouse/domain/quantities/measurements";
import { timeOfKey } from "@greenhouse/domain/identity/push-key";
import { findContainers } from "./history.ts";
import type { FoldDatabase } from "./history.ts";
import { greenhouseRollupPath, rollupPath, startOf } from "@greenhouse/domain/rollups/rollups";

/** The database as seen by a fold of the past. */
export interface PastDatabase extends FoldDatabase {
  /** Reads the last children in the order of their keys. */
  readonly readLastPage: FoldDatabase["readPage"];
}

/** Number of parallel reads of rollup rows. */
const MAX_READS = 50;

/** Shorter periods without readings are folded, too: finding them would cost as much. */
export function isLong(fromMs: number, untilMs: number): boolean {
  return untilMs - fromMs > DAY_MS;
}

/** Returns the first hour of the period that may have readings, or the period's end if there are none. */
export async function nextHour(
  database: Pick<FoldDatabase, "readPage">,
  greenhouse: string,
  period: Period,
): Promise<number> {
  const keys = await findKeys(database, greenhouse, period, database.readPage);
  const times = keys.map((key) => timeOfKey(key) ?? -Infinity);
  const first = startOf("hour", Math.min(...times) - KEY_SLACK_MS);
  return Math.min(Math.max(first, period.fromMs), period.toMs);
}

/** Returns the end of the last hour of the period that may have readings, or the period's start if there are none. */
export async function endOfLastHour(
  database: Pick<PastDatabase, "readPage" | "readLastPage">,
  greenhouse: string,
  period: Period,
): Promise<number> {
  const keys = await findKeys(database, greenhouse, period, database.readLastPage);
  const times = keys.map((key) => timeOfKey(key) ?? Infinity);
  const end = startOf("hour", Math.max(...times) + KEY_SLACK_MS) + HOUR_MS;
  return Math.max(Math.min(end, period.toMs), period.fromMs);
}

/** Returns the first hour that has readings to fold again, or rollups to remove. Other hours stay as they are. */
export async function nextFolded(
  database: Pick<FoldDatabase, "readPage">,
  greenhouse: string,
  sensors: readonly string[],
  { fromMs, toMs }: Period,
): Promise<number> {
  if (!isLong(fromMs, toMs)) return fromMs;
  const read = await nextHour(database, greenhouse, { fromMs, toMs });
  if (!isLong(fromMs, read)) return fromMs;
  const paths = QUANTITIES.flatMap((quantity) => [
    greenhouseRollupPath(greenhouse, "day", quantity),
    ...sensors.map((uid) => rollupPath(greenhouse, uid, "day", quantity)),
  ]);
  let next = read;
  await inParallel(paths, MAX_READS, async (path) => {
    const range = { from: `${startOf("day", fromMs)}`, before: `${read}` };
    const [day] = await database.readPage(path, range, 1);
    if (day !== undefined) next = Math.min(next, Math.max(fromMs, Number(day[0])));
  });
  return next;
}

/** Returns the first or last key in the period of each row of history. A row is the signed history or one sensor's. */
async function findKeys(
  database: Pick<FoldDatabase, "readPage">,
  greenhouse: string,
  period: Period,
  readPage: FoldDatabase["readPage"],
): Promise<readonly string[]> {
  const containers = await findContainers(database, greenhouse);
  const rows = historySources(greenhouse, containers, keyRangeOf(period));
  const pages = await Promise.all(rows.map(({ path, range }) => readPage(path, range, 1)));
  return pages.flat().map(([key]) => key);
}
