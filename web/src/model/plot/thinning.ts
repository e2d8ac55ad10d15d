/**
 * Thins a line to the first, lowest, highest and last value of each column of pixels, and puts a null into each gap.
 */

import { indexOfTime } from "./series";
import type { Series } from "./series";

export interface ThinnedLine {
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
  /** The extremes of the readings that each value summarizes; undefined if each value is a reading. */
  readonly lows?: readonly (number | null)[];
  readonly highs?: readonly (number | null)[];
}

export interface ThinningSettings {
  /** Unix milliseconds. */
  readonly from: number;
  readonly to: number;
  /** The number of pixel columns between them. */
  readonly columns: number;
  /** Two values further apart than this are not joined, in milliseconds. */
  readonly gapLimit: number;
}

/** Thins a line. Includes the nearest values outside the range, so that the line reaches the edge. */
export function thin(
  series: Pick<Series, "times" | "values">,
  settings: ThinningSettings,
): ThinnedLine {
  const { from, to, columns, gapLimit } = settings;
  const { times, values } = series;
  const start = Math.max(0, indexOfTime(times, from) - 1);
  const end = Math.min(times.length, indexOfTime(times, to) + 1);
  const width = (to - from) / columns;
  const timeAt = (index: number): number => times[index] ?? 0;
  const columnOf = (index: number): number => Math.floor((timeAt(index) - from) / width);
  const isAfterGap = (index: number): boolean => timeAt(index) - timeAt(index - 1) > gapLimit;
  const line = { times: [] as number[], values: [] as (number | null)[] };
  for (let index = start; index < end;) {
    const first = index;
    // A column ends with its pixel, or at a gap.
    do index += 1;
    while (index < end && columnOf(index) === columnOf(first) && !isAfterGap(index));
    if (first > start && isAfterGap(first)) {
      line.times.push(timeAt(first - 1) + 1);
      line.values.push(null);
    }
    for (const kept of extremes(values, first, index)) {
      line.times.push(timeAt(kept));
      line.values.push(values[kept] ?? null);
    }
  }
  return line;
}

/** Returns the indexes of the first, lowest, highest and last value, in order and without repetition. */
function extremes(values: readonly number[], first: number, end: number): readonly number[] {
  let lowest = first;
  let highest = first;
  for (let index = first + 1; index < end; index += 1) {
    const value = values[index] ?? NaN;
    if (value < (values[lowest] ?? NaN)) lowest = index;
    if (value > (values[highest] ?? NaN)) highest = index;
  }
  return [...new Set([first, lowest, highest, end - 1])].sort((a, b) => a - b);
}

/** The data of uPlot: one list of times for all lines; undefined if a line has no value at a time. */
export interface AlignedLines {
  readonly times: readonly number[];
  readonly lines: readonly (readonly (number | null | undefined)[])[];
}

/**
 * Moves points to the middle of their pixel, so that lines share times. Each line has a value or undefined for each
 * time of any line.
 * @param width of a pixel, in milliseconds
 */
export function align(lines: readonly ThinnedLine[], width: number): AlignedLines {
  const places = lines.map(({ times }) => placesOf(times, width));
  const times = [...new Set(places.flat())].sort((a, b) => a - b);
  const indexes = new Map(times.map((time, index) => [time, index]));
  return {
    times,
    lines: lines.map(({ values }, line) => {
      const row: (number | null | undefined)[] = times.map(() => undefined);
      for (const [index, place] of (places[line] ?? []).entries()) {
        row[indexes.get(place) ?? 0] = values[index];
      }
      return withWholeGaps(row);
    }),
  };
}

type Row = readonly (number | null | undefined)[];

/**
 * uPlot draws a gap only from the last and to the next time of any line. So a gap reaches from the last to the next value of
 * its own line.
 */
function withWholeGaps(row: Row): Row {
  return extendGaps(extendGaps(row).toReversed()).toReversed();
}

function extendGaps(row: Row): Row {
  let isGap = false;
  return row.map((value) => {
    if (value !== undefined) isGap = value === null;
    return isGap ? null : value;
  });
}

/**
 * Returns the places of the points. Further points of the same pixel follow in its second half, each after half of the
 * remaining space.
 */
function placesOf(times: readonly number[], width: number): readonly number[] {
  let pixel = NaN;
  let rest = 0;
  return times.map((time) => {
    const own = Math.floor(time / width);
    rest = own === pixel ? rest / 2 : 0.5;
    pixel = own;
    return (own + 1 - rest) * width;
  });
}
