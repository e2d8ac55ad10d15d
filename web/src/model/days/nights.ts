/** Computes when it is night at a location. */

import { DAY_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { isNight } from "@greenhouse/domain/sun";
import type { Place } from "@greenhouse/domain/sun";
import type { Window } from "../plot/time-range";

type Position = Pick<Place, "latitude" | "longitude">;

/** Shorter nights and days, a few in a year close to the polar circles, may be missed. */
const STEP_MS = 15 * MINUTE_MS;
/** One second. */
const PRECISION_MS = 1000;

/** Returns the nights in a range. Cuts the nights at its ends. */
export function nightsIn({ from, to }: Window, place: Position): readonly Window[] {
  const nights: Window[] = [];
  let began = isNight(from, place) ? from : undefined;
  for (let at = from; at < to; at += STEP_MS) {
    const next = Math.min(to, at + STEP_MS);
    const isDark = isNight(next, place);
    if (isDark === (began !== undefined)) continue;
    const change = changeBetween(at, next, place);
    if (began === undefined) {
      began = change;
    } else {
      nights.push({ from: began, to: change });
      began = undefined;
    }
  }
  return began === undefined ? nights : [...nights, { from: began, to }];
}

function changeBetween(from: number, to: number, place: Position): number {
  if (to - from <= PRECISION_MS) return to;
  const middle = (from + to) / 2;
  return isNight(middle, place) === isNight(from, place)
    ? changeBetween(middle, to, place)
    : changeBetween(from, middle, place);
}

/** Returns the time from one solar noon at this longitude to the next. It contains the current or the next night. */
export function solarDay(now: number, { longitude }: Position): Window {
  const noon = 12 * 60 * MINUTE_MS - (longitude / 360) * DAY_MS;
  const from = Math.floor((now - noon) / DAY_MS) * DAY_MS + noon;
  return { from, to: from + DAY_MS };
}
