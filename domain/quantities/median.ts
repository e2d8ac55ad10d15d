/** Returns the middle number, or the mean of the two middle numbers; undefined for an empty list. */
export function medianOf(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >>> 1;
  const [above, below] = [sorted[middle], sorted[middle - 1]];
  if (sorted.length % 2 === 1 || above === undefined || below === undefined) return above;
  return (above + below) / 2;
}
