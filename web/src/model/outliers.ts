/** The span of values worth the height of a small chart: a rare value far off the others does not squeeze them. */

export interface Span {
  readonly low: number;
  readonly high: number;
}

/** Tukey's far fences stand this many interquartile ranges beside the quartiles. */
const FAR = 3;
/** More than this share of a line is no outlier but a part of its course. */
const RARE = 0.05;
/** Fewer values do not tell what is usual. */
const ENOUGH = 12;
/** A line may be flat: quartiles nearer to each other than this share of the value count as that far apart. */
const LEAST_SPREAD = 0.02;

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
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
  const whole = { low: at(0), high: at(1) };
  if (sorted.length < ENOUGH) return whole;
  const [quarter, threeQuarters] = [at(0.25), at(0.75)];
  const spread = Math.max(threeQuarters - quarter, LEAST_SPREAD * Math.abs(at(0.5)));
  const [least, most] = [quarter - FAR * spread, threeQuarters + FAR * spread];
  const usual = sorted.filter((value) => value >= least && value <= most);
  const [low, high] = [usual[0], usual.at(-1)];
  const isRare = sorted.length - usual.length <= RARE * sorted.length;
  return isRare && low !== undefined && high !== undefined ? { low, high } : whole;
}
