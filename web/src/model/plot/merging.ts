/** Merges the columns of a long chart that share a pixel. Keeps extremes, and puts a null into each gap. */

import { usualInterval } from "../values/gaps";
import type { Column } from "./series";
import type { ThinnedLine, ThinningSettings } from "./thinning";

/**
 * Returns one point for each column of pixels: the lowest, the highest and the mean of all its columns. A pause of more
 * than half a usual step between columns is a gap.
 */
export function mergeColumns(
  all: readonly Column[],
  { from, to, columns }: Omit<ThinningSettings, "gapLimit">,
): ThinnedLine {
  const width = (to - from) / columns;
  const step = usualInterval(all.map(({ start }) => start)) ?? lengthOf(all[0]);
  const line = {
    times: [] as number[],
    values: [] as (number | null)[],
    lows: [] as (number | null)[],
    highs: [] as (number | null)[],
  };
  const push = (time: number, merged: Pick<Column, "value" | "low" | "high"> | undefined): void => {
    line.times.push(time);
    line.values.push(merged?.value ?? null);
    line.lows.push(merged?.low ?? null);
    line.highs.push(merged?.high ?? null);
  };
  let merged: Column | undefined;
  for (const column of all) {
    if (column.end < from || column.start > to) continue;
    if (merged === undefined) {
      merged = column;
      continue;
    }
    const isGap = column.start - merged.end > step / 2;
    if (!isGap && pixelOf(column) === pixelOf(merged)) {
      merged = join(merged, column);
      continue;
    }
    push(middleOf(merged), merged);
    if (isGap) push((merged.end + column.start) / 2, undefined);
    merged = column;
  }
  if (merged !== undefined) push(middleOf(merged), merged);
  return line;

  function pixelOf(column: Column): number {
    return Math.floor((column.start - from) / width);
  }
}

function lengthOf(column: Column | undefined): number {
  return column === undefined ? 0 : column.end - column.start;
}

function middleOf({ start, end }: Column): number {
  return (start + end) / 2;
}

function join(a: Column, b: Column): Column {
  const weight = a.weight + b.weight;
  return {
    start: a.start,
    end: b.end,
    weight,
    value: (a.value * a.weight + b.value * b.weight) / weight,
    low: Math.min(a.low, b.low),
    high: Math.max(a.high, b.high),
  };
}
