/** What a value should be, in words: with its unit once. */

import type { Bounds } from "../model/farm";
import type { Measurement } from "../model/measurement";
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
    const high = max === undefined ? undefined : format.value(max, measurement);
    if (min === undefined) return speech.texts.bounds(undefined, high);
    const low =
      max === undefined ? format.value(min, measurement) : format.number(min, measurement);
    return speech.texts.bounds(low, high);
  };
}
