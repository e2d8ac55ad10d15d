/** The span of values that a small chart shows: a rare value far from the others does not flatten them. */

export interface Span {
  readonly low: number;
  readonly high: number;
}

/** At most this share of a line at either end is an outlier. */
const RARE = 0.05;
/** An outlier is this far from the others, as a share of their span. */
const FAR = 0.5;
/** Fewer values do not show what is usual. */
const ENOUGH = 12;
/** Values count as spanning at least this share of their size: a flat line may vary a little. */
const LEAST_SPREAD = 0.04;

/** The span of all lines without the outliers of each line. Undefined if there are no values. */
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
  const at = (index: number): number => sorted[index] ?? 0;
  const last = sorted.length - 1;
  const rare = sorted.length < ENOUGH ? 0 : Math.max(1, Math.floor(RARE * sorted.length));
  let [low, high] = [rare, last - rare];
  const size = Math.abs(at(Math.floor(sorted.length / 2)));
  const reach = FAR * Math.max(at(high) - at(low), LEAST_SPREAD * size);
  // A line of zeros, such as the light at night, has no span to compare with.
  const isNear = (gap: number): boolean => reach === 0 || gap <= reach;
  while (low > 0 && isNear(at(low) - at(low - 1))) low -= 1;
  while (high < last && isNear(at(high + 1) - at(high))) high += 1;
  return { low: at(low), high: at(high) };
}
