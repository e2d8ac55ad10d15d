/** The axis of a chart's values: what it spans, and what stands at it. */

import type { Bounds } from "../../../domain/src/measurements";
import { DIGITS } from "./measurement";
import type { Charted } from "./measurement";

/** A line flatter than this share of its value is not blown up to the height of the plot. */
const FLAT = 0.05;
const MOST_DIGITS = 6;
/** From steps as large as this on numbers are written with their power of ten. */
const HUGE_STEP = 1_000_000;

/**
 * What an axis spans: room for the lines and the band, and for a flat line too.
 * @param low of the lines; null where there are none
 */
export function axisRange(
  low: number | null,
  high: number | null,
  bounds: Bounds | undefined,
  measurement: Charted,
): [number, number] {
  const values = [low, high, bounds?.min, bounds?.max].filter(
    (value) => value !== null && value !== undefined,
  );
  if (values.length === 0) return [0, 1];
  const [from, to] = [Math.min(...values), Math.max(...values)];
  const least = Math.max(4 * 10 ** -DIGITS[measurement], Math.abs(to) * FLAT);
  const margin = Math.max((to - from) * 0.08, least / 2);
  const isNeverNegative = measurement !== "temperature" && from >= 0;
  return [isNeverNegative ? Math.max(0, from - margin) : from - margin, to + margin];
}

/** A number on an axis with the digits that its steps have: 2.5 is not to be read as 3. */
export function axisNumber(locale: string, value: number, step: number): string {
  if (step >= HUGE_STEP) {
    return value.toLocaleString(locale, { notation: "scientific", maximumFractionDigits: 1 });
  }
  let digits = 0;
  while (digits < MOST_DIGITS && Number(step.toFixed(digits)) !== step) digits += 1;
  const notation = step >= 1000 && Math.abs(value) >= 10_000 ? "compact" : "standard";
  return value.toLocaleString(locale, {
    maximumFractionDigits: Math.max(digits, notation === "compact" ? 1 : 0),
    notation,
  });
}
