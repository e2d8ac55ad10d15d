/** The range of thresholds: values that can be measured. A highest temperature of 30,000 would never raise an alert. */

import { PLAUSIBLE } from "./measurements.ts";
import type { Quantity } from "./measurements.ts";

interface Range {
  readonly min: number;
  readonly max: number;
}

/**
 * In the units of the quantities. Dry air of 80 °C has a vapour pressure deficit of 47 kPa; no dew point is above the
 * air's temperature.
 */
export const THRESHOLD_RANGES: Readonly<Record<Quantity, Range>> = {
  ...PLAUSIBLE,
  vpd: { min: 0, max: 50 },
  dewPoint: PLAUSIBLE.temperature,
};

export function isPossibleThreshold(quantity: Quantity, value: number): boolean {
  const { min, max } = THRESHOLD_RANGES[quantity];
  return value >= min && value <= max;
}
