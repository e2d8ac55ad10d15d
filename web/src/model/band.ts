/** The bands of a chart: the bounds that hold at each time, which change at sunset and sunrise. */

import { boundsAt } from "../../../domain/src/measurements";
import type { Bounds } from "../../../domain/src/measurements";
import type { Place } from "../../../domain/src/sun";
import type { Edges } from "./axis";
import { nightsIn } from "./nights";
import { DAY } from "./time-range";
import type { Window } from "./time-range";

export interface Band extends Window {
  readonly min?: number;
  readonly max?: number;
}

/** In a longer range a night is narrower than a few pixels, and only the bounds of the day are shown. */
const LONGEST = 45 * DAY;

/** In the order of time. @param place undefined: it is never night */
export function bandsIn(
  { from, to }: Window,
  bounds: Bounds | undefined,
  place: Place | undefined,
): readonly Band[] {
  if (bounds === undefined) return [];
  const hasNights = place !== undefined && hasNightBounds(bounds) && to - from <= LONGEST;
  const bands: Band[] = [];
  let since = from;
  for (const night of hasNights ? nightsIn({ from, to }, place) : []) {
    if (night.from > since) bands.push({ from: since, to: night.from, ...boundsAt(bounds, false) });
    bands.push({ ...night, ...boundsAt(bounds, true) });
    since = night.to;
  }
  return since < to ? [...bands, { from: since, to, ...boundsAt(bounds, false) }] : bands;
}

/** The bounds that hold at some time. */
export function edgesOf(bounds: Bounds | undefined, place: Place | undefined): Edges {
  const { min, max, nightMin, nightMax } = bounds ?? {};
  const known = (edges: readonly (number | undefined)[]): readonly number[] =>
    edges.filter((edge) => edge !== undefined);
  const hasNights = place !== undefined;
  return {
    mins: known(hasNights ? [min, nightMin] : [min]),
    maxs: known(hasNights ? [max, nightMax] : [max]),
  };
}

/** Whether any bound holds by night alone. */
export function hasNightBounds({ nightMin, nightMax }: Bounds): boolean {
  return nightMin !== undefined || nightMax !== undefined;
}
