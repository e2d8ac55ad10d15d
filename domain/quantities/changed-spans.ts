/** The readings that changes of calibrations and exclusions affect, so that their hours are folded again. Pure. */

import { isInForce } from "./corrections.ts";
import type { Corrections } from "./corrections.ts";
import type { Calibration, Exclusion } from "./corrections-model.ts";

/** Readings of a sensor from one time to before another, in Unix milliseconds; `until` may be Infinity. */
export interface ChangedSpan {
  readonly uid: string;
  readonly from: number;
  readonly until: number;
  /** When the change was stored, or undone. */
  readonly at: number;
}

/** Returns what was changed after a time. @param sinceMs Unix milliseconds */
export function changedSpans(corrections: Corrections, sinceMs: number): readonly ChangedSpan[] {
  return corrections.uids.flatMap((uid) => {
    const { calibrations, exclusions } = corrections.ofSensor(uid);
    return [
      ...calibrations.filter(isNewer).map((changed) => ({
        uid,
        from: changed.from,
        until: nextAfter(changed, calibrations)?.from ?? Infinity,
        at: changedAt(changed),
      })),
      ...exclusions.filter(isNewer).map((changed) => ({
        uid,
        from: changed.from,
        until: changed.until,
        at: changedAt(changed),
      })),
    ];
  });

  function isNewer(change: Calibration | Exclusion): boolean {
    return changedAt(change) > sinceMs;
  }
}

/** Returns when a change was last made or undone, in Unix milliseconds. */
export function changedAt({ at, undoneAt }: Pick<Calibration, "at" | "undoneAt">): number {
  return Math.max(at, undoneAt ?? at);
}

/** Returns the calibration that replaces another from a later time on. */
function nextAfter(
  { quantity, from }: Calibration,
  calibrations: readonly Calibration[],
): Calibration | undefined {
  return calibrations.find(
    (other) => isInForce(other) && other.quantity === quantity && other.from > from,
  );
}
