/** The span of values worth the height of a small chart: a rare value far off the others does not squeeze them. */

export interface Span {
  readonly low: number;
  readonly high: number;
}

/** More than this share of a line at either end is no outlier but a part of its course. */
const RARE = 0.05;
/** Far off: with a gap of this share of the others' span between it and them. What rises step by step leaves none. */
const FAR = 0.5;
/** Fewer values do not tell what is usual. */
const ENOUGH = 12;
/** A line may be flat, and tremble: values span at least this share of their size. */
const LEAST_SPREAD = 0.04;

/**
 * The span of all values of all lines but their outliers, each judged by its own line: a sensor that lives on another
 * level is none. Undefined where there are no values.
 */
export function usualSpan(lines: readonly (readonly number[])[]): Span | undefined {
  const spans = lines.flatMap((values) => (values.length === 0 ? [] : [spanOf(values)]));
  if (spans.length === 0) return undefined;
  return {
    low: Math.min(...spans.map(({ low }) => low)),
    high: Math.max(...spans.map(({ high }) => high)),
  };
}

function spanOf(values: readonly number[]): Span {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (place: number): number => sorted[place] ?? 0;
  const last = sorted.length - 1;
  const rare = sorted.length < ENOUGH ? 0 : Math.max(1, Math.floor(RARE * sorted.length));
  let [low, high] = [rare, last - rare];
  const size = Math.abs(at(Math.floor(sorted.length / 2)));
  const reach = FAR * Math.max(at(high) - at(low), LEAST_SPREAD * size);
  // A line of zeros, as the light of a night, has no measure for what is far.
  const isNear = (gap: number): boolean => reach === 0 || gap <= reach;
  while (low > 0 && isNear(at(low) - at(low - 1))) low -= 1;
  while (high < last && isNear(at(high + 1) - at(high))) high += 1;
  return { low: at(low), high: at(high) };
}
