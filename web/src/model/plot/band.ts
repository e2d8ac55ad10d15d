/** The bands of a chart: the bounds that apply at each time. They change at sunset and sunrise. */

import { DAY_MS } from "@greenhouse/domain/time";
import { boundsAt } from "@greenhouse/domain/quantities/measurements";
import type { Bounds } from "@greenhouse/domain/quantities/measurements";
import type { Place } from "@greenhouse/domain/sun";
import type { Edges } from "./axis";
import { nightsIn } from "../days/nights";
import type { Window } from "./time-range";

export interface Band extends Window {
  readonly min?: number;
  readonly max?: number;
}

/** In a longer range nights would be only a few pixels wide, so only the bounds for the day are shown. */
const MAX_WITH_NIGHTS_MS = 45 * DAY_MS;

/** Returns the bands in chronological order. @param place undefined: it is never night */
export function bandsIn(
  { from, to }: Window,
  bounds: Bounds | undefined,
  place: Place | undefined,
): readonly Band[] {
  if (bounds === undefined) return [];
  const hasNights =
    place !== undefined && hasNightBounds(bounds) && to - from <= MAX_WITH_NIGHTS_MS;
  const bands: Band[] = [];
  let since = from;
  for (const night of hasNights ? nightsIn({ from, to }, place) : []) {
    if (night.from > since) bands.push({ from: since, to: night.from, ...boundsAt(bounds, false) });
    bands.push({ ...night, ...boundsAt(bounds, true) });
    since = night.to;
  }
  return since < to ? [...bands, { from: since, to, ...boundsAt(bounds, false) }] : bands;
}

/**
 * Returns the bounds to compare values with. If nights are too narrow to be drawn, a value is fine if it is allowed by
 * day or by night.
 */
export function limitsIn(
  shown: Window,
  bounds: Bounds | undefined,
  place: Place | undefined,
): readonly Band[] {
  if (shown.to - shown.from <= MAX_WITH_NIGHTS_MS) return bandsIn(shown, bounds, place);
  const { mins, maxs } = edgesOf(bounds, place);
  return [
    {
      ...shown,
      ...(mins.length > 0 && { min: Math.min(...mins) }),
      ...(maxs.length > 0 && { max: Math.max(...maxs) }),
    },
  ];
}

/** Returns all bounds that apply at some time of the day or night. */
export function edgesOf(bounds: Bounds | undefined, place: Place | undefined): Edges {
  const { min, max, nightMin, nightMax } = bounds ?? {};
  const definedOf = (edges: readonly (number | undefined)[]): readonly number[] =>
    edges.filter((edge) => edge !== undefined);
  const hasNights = place !== undefined;
  return {
    mins: definedOf(hasNights ? [min, nightMin] : [min]),
    maxs: definedOf(hasNights ? [max, nightMax] : [max]),
  };
}

/** Whether any bound applies only at night. */
export function hasNightBounds({ nightMin, nightMax }: Bounds): boolean {
  return nightMin !== undefined || nightMax !== undefined;
}
