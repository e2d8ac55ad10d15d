/** Marks of late readings. A fold of their hours removes the marks. */

import { inParallel } from "@greenhouse/domain/in-parallel";
import type { KeyRange } from "@greenhouse/domain/identity/key-range";
import { asNumber, entriesOf } from "@greenhouse/domain/stored";
import type { FoldDatabase } from "./history.ts";

/**
 * Maximum number of marks that one fold removes, because the size of an update is limited. Earlier versions stored a
 * mark for each reading. The remaining marks cause another fold.
 */
export const MAX_MARKS = 5_000;

/** Number of parallel reads of marks to find out why the rules rejected a fold. */
const MAX_READS = 50;

/** Times of marks by path. Undefined for a mark of an earlier version, which nothing renews. */
export type Marks = ReadonlyMap<string, number | undefined>;

/** Reads the marks by hour, in the order of time. Must run after reading the coverage and before reading history. */
export async function readMarks(
  database: Pick<FoldDatabase, "readPage">,
  greenhouse: string,
  range: KeyRange,
  hours: number,
): Promise<ReadonlyMap<number, Marks>> {
  const path = `rollupDue/${greenhouse}`;
  const found = new Map<number, Marks>();
  for (const [hour, stored] of await database.readPage(path, range, hours)) {
    const marks = entriesOf(stored).map(
      ([name, value]) => [`${path}/${hour}/${name}`, asNumber(value)] as const,
    );
    if (marks.length > 0) found.set(Number(hour) || 0, new Map(marks));
  }
  return found;
}

/** Joins the marks of these hours, as many as one fold removes. */
export function joinMarks(hours: Iterable<Marks>): Marks {
  return new Map([...hours].flatMap((marks) => [...marks]).slice(0, MAX_MARKS));
}

/** Returns the time of the newest mark. The rules keep a fold from removing a mark that was renewed after this time. */
export function lateUntil(marks: Marks): number | undefined {
  const times = [...marks.values()].filter((time) => time !== undefined);
  return times.length === 0 ? undefined : Math.max(...times);
}

/** Returns whether a late reading has renewed a mark since. Then the fold must read again. */
export async function areRenewed(
  database: Pick<FoldDatabase, "read">,
  marks: Marks,
): Promise<boolean> {
  let isRenewed = false;
  const timed = [...marks].filter(([, time]) => time !== undefined);
  await inParallel(timed, MAX_READS, async ([path, time]) => {
    if (!isRenewed && (await database.read(path)) !== time) isRenewed = true;
  });
  return isRenewed;
}
