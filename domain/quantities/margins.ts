/**
 * Margins of bounds, for the jobs and the page. A value that swings around its bound is one alert, which is over only when
 * the value is within the bound by a margin. Pure.
 */

import { QUANTITY } from "./measurements.ts";
import type { Quantity } from "./measurements.ts";

/** Whether a value that was beyond its bound is not yet within it by the margin. A battery counts as `below`. */
export function stillHolds(
  kind: "above" | "below" | "battery",
  quantity: Quantity,
  value: number,
  bounds: { readonly min?: number; readonly max?: number },
): boolean {
  // The whole margin may not fit between two close bounds, or at the end of the measuring range.
  const { min, max } = { ...QUANTITY[quantity], ...bounds };
  const margin = Math.min(QUANTITY[quantity].margin, Math.max(0, max - min) / 4);
  return kind === "above" ? value > max - margin : value < min + margin;
}

/**
 * Returns how far a value is beyond its bound, in margins, so that quantities can be compared. Returns 0 without a value or
 * a bound. A battery without a quantity counts as `below`.
 */
export function excessOf({ kind, measurement = "battery", value, bound }: Exceeding): number {
  if (value === undefined || bound === undefined) return 0;
  const excess = kind === "above" ? value - bound : bound - value;
  return excess / QUANTITY[measurement].margin;
}

interface Exceeding {
  readonly kind: string;
  readonly measurement?: Quantity | undefined;
  readonly value?: number | undefined;
  readonly bound?: number | undefined;
}
