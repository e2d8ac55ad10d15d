/** The marks of late readings, which a fold of their hours removes. */

import { inParallel } from "@greenhouse/domain/in-parallel";
import type { KeyRange } from "@greenhouse/domain/identity/key-range";
import { asNumber, entriesOf } from "@greenhouse/domain/stored";
import type { FoldDatabase } from "./history.ts";

/**
 * Marks that one fold removes: earlier versions stored one a reading. The size of an update is limited; the marks that
 * are left lead to another fold.
 */
export const MAX_MARKS = 5_000;

/** Marks that are read at once to find out why a fold was refused. */
const MAX_READS = 50;

/** By path. The value is the time of a mark; undefined for one of an earlier version, which nothing renews. */
export type Marks = ReadonlyMap<string, number | undefined>;

/** The marks of each hour that has any, in the order of time. Read after the coverage and before the history. */
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

/** As many marks of these hours as one fold removes. */
export function joinMarks(hours: Iterable<Marks>): Marks {
  return new Map([...hours].flatMap((marks) => [...marks]).slice(0, MAX_MARKS));
}

/** The newest of the marks: the rules let a fold remove none that was renewed after it. */
export function lateUntil(marks: Marks): number | undefined {
  const times = [...marks.values()].filter((time) => time !== undefined);
  return times.length === 0 ? undefined : Math.max(...times);
}

/** Whether a reading came meanwhile for an hour that was marked: a fold must read again. */
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
