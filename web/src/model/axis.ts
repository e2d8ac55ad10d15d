/** The axis of a chart's values: its range and its numbers. */

import { DIGITS } from "../../../domain/src/measurements";
import type { Charted } from "./measurement";

/** A line flatter than this share of its value looks flat. */
const FLAT = 0.05;
const MOST_DIGITS = 6;
/** Larger steps are written with a power of ten. */
const HUGE_STEP = 1_000_000;

/**
 * The range with the lines, the thresholds and a margin.
 * @param low of the lines; null if there are none
 * @param bounds all that are to be seen
 */
export function axisRange(
  low: number | null,
  high: number | null,
  bounds: readonly number[],
  measurement: Charted,
): [number, number] {
  const values = [low, high, ...bounds].filter((value) => value !== null);
  if (values.length === 0) return [0, 1];
  const [from, to] = [Math.min(...values), Math.max(...values)];
  const least = Math.max(4 * 10 ** -DIGITS[measurement], Math.abs(to) * FLAT);
  const margin = Math.max((to - from) * 0.08, least / 2);
  const isNeverNegative = measurement !== "temperature" && from >= 0;
  return [isNeverNegative ? Math.max(0, from - margin) : from - margin, to + margin];
}

/** A number on an axis, with as many digits as its steps. */
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
