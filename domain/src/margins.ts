/** A value that swings around its bound is one matter, for the alerts and for the page: it is over only well within. Pure. */

import { PLAUSIBLE } from "./measurements.ts";
import type { Quantity } from "./measurements.ts";

/** How far a value must be within its bound again. */
const MARGINS: Readonly<Record<Quantity, number>> = {
  temperature: 0.5,
  humidity: 2,
  light: 500,
  battery: 2,
  vpd: 0.05,
  dewPoint: 0.5,
};

/** Whether a value that was beyond its bound is not yet within it by the margin. A battery is below its bound. */
export function stillHolds(
  kind: "above" | "below" | "battery",
  quantity: Quantity,
  value: number,
  bounds: { readonly min?: number; readonly max?: number },
): boolean {
  // Between close bounds, and close to the end of what can be measured, the whole margin does not fit.
  const { min, max } = { ...rangeOf(quantity), ...bounds };
  const margin = Math.min(MARGINS[quantity], Math.max(0, max - min) / 4);
  return kind === "above" ? value > max - margin : value < min + margin;
}

function rangeOf(quantity: Quantity): { readonly min: number; readonly max: number } {
  if (quantity === "vpd") return { min: 0, max: Infinity };
  return quantity === "dewPoint" ? PLAUSIBLE.temperature : PLAUSIBLE[quantity];
}
