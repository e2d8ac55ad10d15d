/**
 * One fold: rolls up some hours of one UTC day, and that day, for each sensor and for the greenhouse. All rollups are
 * stored in one update, which raises the version of the coverage. The rules reject the update if another fold was
 * faster. The fold reads history and rollups after the version, so repeating a fold gives the same result.
 */

import { fineFromOf } from "@greenhouse/domain/rollups/fine-rollups";
import { parseCoverage, startOf } from "@greenhouse/domain/rollups/rollups";
import { planFineRemoval } from "./fine-plan.ts";
import { planRollups } from "./fold-plan.ts";
import type { FoldPlan } from "./fold-plan.ts";
import { foldHistory } from "./history.ts";
import type { FoldDatabase, LateReadings, MarkedReadings } from "./history.ts";
import { areRenewed, lateUntil } from "./marks.ts";
import type { Marks } from "./marks.ts";
import type { Folded } from "@greenhouse/domain/rollups/folding";

/** `overtaken`: another fold was faster, or a late reading in these hours arrived. Nothing of this fold is stored. */
export type FoldOutcome = "folded" | "overtaken";

/** The rules reject a fold although no other fold has overtaken it: their version differs from this program's. */
export class FoldRefused extends Error {
  override readonly name = "FoldRefused";

  constructor() {
    super("The database's rules refuse a fold. Are those of this version deployed?");
  }
}

/**
 * Stores one fold.
 * @returns "tooLarge" if each hour must be folded separately. Then nothing is stored
 * @throws FoldRefused, TooManySensors
 */
export async function fold(
  database: FoldDatabase,
  plan: FoldPlan,
): Promise<FoldOutcome | "tooLarge"> {
  const { greenhouse, before, after, hours, marks } = plan;
  const { from, until, correctedAt, again } = after;
  const hasOnlyMarks = hours.length === 0;
  const late = marks.size > 0 ? await plan.createLate?.() : undefined;
  const marked = late && markedBy(marks, late);
  const isUnread = hasOnlyMarks && marked === undefined;
  const fineFrom = fineFromOf(before, after);
  const folded = isUnread
    ? NOTHING_FOLDED
    : await foldHistory(database, { ...plan, fineFrom }, marked);
  if (folded === "tooLarge") return folded;
  const rollups = hasOnlyMarks ? {} : await planRollups(database, { ...plan, fineFrom }, folded);
  const newestMark = lateUntil(marks);
  const result = await database.update({
    ...(before && planFineRemoval(greenhouse, before, fineFrom)),
    ...rollups,
    ...late?.updateOf(),
    ...Object.fromEntries(Array.from(marks.keys(), (path) => [path, null])),
    [`rollupCoverage/${greenhouse}`]: {
      from,
      until,
      fineFrom,
      correctedAt,
      ...(again && { again: { ...again } }),
      ...(newestMark !== undefined && { lateUntil: newestMark }),
      ...(before?.prunedUntil !== undefined && { prunedUntil: before.prunedUntil }),
      version: (before?.version ?? 0) + 1,
    },
  });
  if (result === "stored") return "folded";
  const now = parseCoverage(await database.read(`rollupCoverage/${greenhouse}`));
  if (now?.version !== before?.version || (await areRenewed(database, marks))) return "overtaken";
  throw new FoldRefused();
}

const NOTHING_FOLDED: Folded = { hours: new Map(), fine: new Map() };

/** Returns the sensors that sent late readings, by hour. */
function markedBy(marks: Marks, { add }: LateReadings): MarkedReadings {
  const uids = new Map<number, Set<string>>();
  for (const path of marks.keys()) {
    const [start, uid = ""] = path.split("/").slice(-2);
    const hour = startOf("hour", Number(start) || 0);
    uids.set(hour, (uids.get(hour) ?? new Set()).add(uid));
  }
  return { add, uids };
}
