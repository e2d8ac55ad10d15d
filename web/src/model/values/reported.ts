/** When a sensor reported, from its rollups of hours. Pure. */

import type { Exclusion } from "@greenhouse/domain/quantities/corrections-model";
import { HOUR_MS } from "@greenhouse/domain/time";
import { overlaps } from "../farm/left-out";
import type { Column } from "../plot/series";
import type { Window } from "../plot/time-range";

export interface Reported {
  /** The hours with readings, and all hours since the first of them. */
  readonly hours: number;
  readonly all: number;
  /** Gaps longer than `MIN_GAP_MS`, the newest first. */
  readonly gaps: readonly Window[];
}

/** Shorter gaps are not named. */
const MIN_GAP_MS = 3 * HOUR_MS;

/**
 * Returns undefined without readings.
 * @param columns of all that the sensor sent, in any order
 * @param exclusions their readings are not in the rollups, so nothing is known about their hours
 */
export function reportedIn(
  columns: readonly Column[],
  { from, to }: Window,
  exclusions: readonly Pick<Exclusion, "from" | "until">[],
): Reported | undefined {
  const isUnknown = (gap: Window): boolean =>
    exclusions.some((exclusion) => overlaps(exclusion, gap));
  const hours = new Set(
    columns
      .filter(({ start, end }) => end > from && start < to)
      .map(({ start }) => Math.floor(start / HOUR_MS) * HOUR_MS),
  );
  const starts = [...hours].toSorted((a, b) => a - b);
  const [first] = starts;
  if (first === undefined) return undefined;
  const end = Math.floor(to / HOUR_MS) * HOUR_MS;
  const gaps = starts.flatMap((start, index) => {
    const next = starts[index + 1] ?? end;
    const gap = { from: start + HOUR_MS, to: next };
    return gap.to - gap.from > MIN_GAP_MS && !isUnknown(gap) ? [gap] : [];
  });
  const all = Array.from({ length: Math.round((end - first) / HOUR_MS) }, (_, index) => {
    return first + index * HOUR_MS;
  }).filter((start) => hours.has(start) || !isUnknown({ from: start, to: start + HOUR_MS })).length;
  return { hours: starts.length, all: Math.max(starts.length, all), gaps: gaps.toReversed() };
}
