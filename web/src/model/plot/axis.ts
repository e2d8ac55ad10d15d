/** The axis of a chart's values: its range and its numbers. */

import { withMinus } from "@greenhouse/domain/words/format";
import { QUANTITY } from "@greenhouse/domain/quantities/measurements";
import type { Quantity } from "@greenhouse/domain/quantities/measurements";

/** All limits that apply at some time of the day or night. */
export interface Edges {
  readonly mins: readonly number[];
  readonly maxs: readonly number[];
}

/**
 * If a line spans a smaller share of its value, the axis is widened by this many margins. An example is air pressure.
 */
const FLAT = 0.05;
const MATTERS = 20;
const MAX_DIGITS = 6;
/** Larger steps are written with a power of ten. */
const HUGE_STEP = 1_000_000;

/**
 * Returns a range that includes the lines, a margin, and nearby limits. A distant limit would flatten the lines.
 * @param low of the lines; null without lines
 */
export function axisRange(
  low: number | null,
  high: number | null,
  edges: Edges,
  quantity: Quantity,
): [number, number] {
  const hasLines = low !== null && high !== null;
  const near = hasLines ? nearEdges(edges, low, high, quantity) : [...edges.mins, ...edges.maxs];
  const values = hasLines ? [low, high, ...near] : near;
  if (values.length === 0) return [0, 1];
  const [from, to] = [Math.min(...values), Math.max(...values)];
  const row = QUANTITY[quantity];
  const flat = Math.min(Math.abs(to) * FLAT, MATTERS * row.margin);
  const minSpan = Math.max(4 * 10 ** -row.digits, flat);
  const margin = Math.max((to - from) * 0.08, minSpan / 2);
  const isNeverNegative = row.min >= 0 && from >= 0;
  return [isNeverNegative ? Math.max(0, from - margin) : from - margin, to + margin];
}

/** A limit is near within the lines' span, or within this share of their highest value. */
const NEAR = 0.15;

/** Returns the limits that are near. A limit that the line crosses is always near. */
function nearEdges(
  { mins, maxs }: Edges,
  low: number,
  high: number,
  quantity: Quantity,
): readonly number[] {
  const reach = Math.max(high - low, 10 ** (1 - QUANTITY[quantity].digits), Math.abs(high) * NEAR);
  return [
    ...mins.filter((min) => low < min || low - min <= reach),
    ...maxs.filter((max) => high > max || max - high <= reach),
  ];
}

/** Writes a number on an axis with as many digits as the axis's steps. */
export function axisNumber(locale: string, value: number, step: number): string {
  if (step >= HUGE_STEP) {
    const scientific = { notation: "scientific", maximumFractionDigits: 1 } as const;
    return withMinus(value.toLocaleString(locale, scientific));
  }
  let digits = 0;
  while (digits < MAX_DIGITS && Number(step.toFixed(digits)) !== step) digits += 1;
  const notation = step >= 1000 && Math.abs(value) >= 10_000 ? "compact" : "standard";
  // Sums of steps may miss zero by a rounding error, and be rounded to -0. Adding 0 turns -0 into 0.
  const rounded = Number(value.toFixed(digits)) + 0;
  const maximumFractionDigits = Math.max(digits, notation === "compact" ? 1 : 0);
  return withMinus(rounded.toLocaleString(locale, { maximumFractionDigits, notation }));
}
