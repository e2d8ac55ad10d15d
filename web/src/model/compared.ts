/** The lines that charts are compared with. Lines of another time are moved to the range that is shown. */

import { gapLimit, usualInterval } from "./gaps";
import type { Series } from "./series";
import { DAY } from "./time-range";
import type { Window } from "./time-range";

export type Before = "day" | "week" | "month";

const LENGTHS: Readonly<Record<Before, number>> = { day: DAY, week: 7 * DAY, month: 28 * DAY };

/** The comparable time before a range: whole weeks earlier for ranges in which the days of the week differ. */
export function beforeOf({ from, to }: Window): Before {
  const length = to - from;
  if (length <= DAY) return "day";
  return length <= LENGTHS.week ? "week" : "month";
}

/** How much earlier the time before is, in milliseconds. Ranges of more than four weeks overlap with it. */
export function distanceOf(before: Before): number {
  return LENGTHS[before];
}

export function earlier({ from, to }: Window, by: number): Window {
  return { from: from - by, to: to - by };
}

/** A line without spreads and faults. @param later the time by which it is moved, in milliseconds */
export function plainLine(
  series: Series,
  later = 0,
): { readonly series: Series; readonly gapLimit: number } {
  const { columns } = series;
  const times = columns?.map(({ start, end }) => (start + end) / 2) ?? series.times;
  const interval = columns === undefined ? series.interval : usualInterval(times);
  return {
    series: {
      times: later === 0 ? times : times.map((time) => time + later),
      values: columns?.map(({ value }) => value) ?? series.values,
      interval,
      faults: [],
    },
    gapLimit: gapLimit(interval),
  };
}
