/** Writes ranges of numbers the same way in every language. */

/**
 * Returns for example "12–30 °C", or "−5 – 2 °C", so that no minus sign touches the dash. The word joiner keeps both
 * numbers on one line.
 */
export function range(low: string, high: string): string {
  const space = `${low}${high}`.includes("\u2212") ? "\u00a0" : "";
  return `${low}${space}–\u2060${space}${high}`;
}
