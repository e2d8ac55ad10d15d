/** Finds where a line is beyond its limits, so that a chart can draw it in red and the cursor can snap to it. */

import type { Band } from "./band";
import type { ThinnedLine } from "./thinning";

export interface Excursion {
  /** Unix milliseconds. */
  readonly at: number;
  /** The limit, and the value farthest beyond it. */
  readonly bound: number;
  readonly value: number;
  /** The values before and after on the same side, if the line joins them. */
  readonly neighbours: readonly { readonly at: number; readonly value: number }[];
}

/** Returns excursions in chronological order. @param bands in chronological order */
export function excursionsOf(
  { times, values, lows = values, highs = values }: ThinnedLine,
  bands: readonly Band[],
): readonly Excursion[] {
  let place = 0;
  return times.flatMap((at, index) => {
    while (place < bands.length - 1 && at >= (bands[place]?.to ?? 0)) place += 1;
    const { min = -Infinity, max = Infinity } = bands[place] ?? {};
    const excursion = (side: readonly (number | null)[], bound: number): Excursion => ({
      at,
      bound,
      value: side[index] ?? bound,
      neighbours: [index - 1, index + 1].flatMap((near) => {
        const [time, value] = [times[near], side[near]];
        return time === undefined || value === undefined || value === null
          ? []
          : [{ at: time, value }];
      }),
    });
    const [low, high] = [lows[index] ?? null, highs[index] ?? null];
    return [
      ...(low !== null && low < min ? [excursion(lows, min)] : []),
      ...(high !== null && high > max ? [excursion(highs, max)] : []),
    ];
  });
}

/** Returns the time of the excursion nearest to a time, at most `reach` milliseconds away; else the time itself. */
export function snapTo(times: readonly number[], time: number, reach: number): number {
  const nearest = times.reduce(
    (best, other) => (Math.abs(other - time) < Math.abs(best - time) ? other : best),
    Infinity,
  );
  return Math.abs(nearest - time) <= reach ? nearest : time;
}
