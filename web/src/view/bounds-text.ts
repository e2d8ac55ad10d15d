/** What a value should be, in words: with its unit once. */

import { UNITS } from "../../../domain/src/measurements";
import type { Bounds, Measurement } from "../../../domain/src/measurements";
import { usePage } from "./page";

/** Undefined where there is no threshold. */
export function useBoundsText(): (
  measurement: Measurement,
  bounds: Bounds | undefined,
) => string | undefined {
  const { speech, format } = usePage();
  return (measurement, bounds) => {
    if (bounds === undefined) return undefined;
    const { min, max } = bounds;
    const withUnit = (bound: number): string => `${format.bound(bound)}\u202f${UNITS[measurement]}`;
    const high = max === undefined ? undefined : withUnit(max);
    if (min === undefined) return speech.texts.bounds(undefined, high);
    return speech.texts.bounds(max === undefined ? withUnit(min) : format.bound(min), high);
  };
}
