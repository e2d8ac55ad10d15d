/**
 * Thins a line to what the screen can show: of every column of pixels its first, lowest, highest and last value, so
 * that no peak is lost. Gaps are kept: a null stands where the line is to break.
 */

import { indexOfTime } from "./series";
import type { Series } from "./series";

export interface ThinnedLine {
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
}

export interface ThinningSettings {
  /** Unix milliseconds. */
  readonly from: number;
  readonly to: number;
  /** Columns of pixels between them. */
  readonly columns: number;
  /** Two values further apart than this are not joined, in milliseconds. */
  readonly gapLimit: number;
}

/** Takes along the neighbours beside the range, so that a line runs to the edge. */
export function thin(
  series: Pick<Series, "times" | "values">,
  settings: ThinningSettings,
): ThinnedLine {
  const { from, to, columns, gapLimit } = settings;
  const { times, values } = series;
  const start = Math.max(0, indexOfTime(times, from) - 1);
  const end = Math.min(times.length, indexOfTime(times, to) + 1);
  const width = (to - from) / columns;
  const timeAt = (place: number): number => times[place] ?? 0;
  const columnOf = (place: number): number => Math.floor((timeAt(place) - from) / width);
  const isAfterGap = (place: number): boolean => timeAt(place) - timeAt(place - 1) > gapLimit;
  const line = { times: [] as number[], values: [] as (number | null)[] };
  for (let place = start; place < end;) {
    const first = place;
    // A column ends with its pixels, or where a gap begins.
    do place += 1;
    while (place < end && columnOf(place) === columnOf(first) && !isAfterGap(place));
    if (first > start && isAfterGap(first)) {
      line.times.push(timeAt(first - 1) + 1);
      line.values.push(null);
    }
    for (const kept of extremes(values, first, place)) {
      line.times.push(timeAt(kept));
      line.values.push(values[kept] ?? null);
    }
  }
  return line;
}

/** The places of the first, lowest, highest and last value, in order, each once. */
function extremes(values: readonly number[], first: number, end: number): readonly number[] {
  let lowest = first;
  let highest = first;
  for (let place = first + 1; place < end; place += 1) {
    const value = values[place] ?? NaN;
    if (value < (values[lowest] ?? NaN)) lowest = place;
    if (value > (values[highest] ?? NaN)) highest = place;
  }
  return [...new Set([first, lowest, highest, end - 1])].sort((a, b) => a - b);
}

/** What uPlot draws: one row of times for all lines; undefined where a line has nothing of its own. */
export interface AlignedLines {
  readonly times: readonly number[];
  readonly lines: readonly (readonly (number | null | undefined)[])[];
}

export function align(lines: readonly ThinnedLine[]): AlignedLines {
  const times = [...new Set(lines.flatMap((line) => line.times))].sort((a, b) => a - b);
  const places = new Map(times.map((time, place) => [time, place]));
  return {
    times,
    lines: lines.map((line) => {
      const row = new Array<number | null | undefined>(times.length).fill(undefined);
      for (const [place, time] of line.times.entries()) {
        const at = places.get(time);
        // Two readings of one moment: the later one is the sensor's last word.
        if (at !== undefined) row[at] = line.values[place];
      }
      return row;
    }),
  };
}
