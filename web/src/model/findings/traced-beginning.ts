/**
 * Finds when a value went out of its bounds, in the readings and hours that the page has read anyway. An alert that is open
 * says it better. But an alert opens some minutes later, and people can switch alerts off.
 */

import { isBeyond } from "@greenhouse/domain/alerts/findings";
import type { OutOfBounds } from "@greenhouse/domain/alerts/findings";
import { stillHolds } from "@greenhouse/domain/quantities/margins";
import { HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { countedIn } from "@greenhouse/domain/rollups/folding";
import { startOf } from "@greenhouse/domain/rollups/rollups";
import type { Hours } from "../days/day";
import type { Band } from "../plot/band";
import type { Reading } from "../values/reading";

export interface Beginning {
  /** Unix milliseconds. */
  readonly at: number;
  /**
   * - `exact`: the value went out of its bounds with this reading
   * - `about`: at most half an hour earlier or later
   * - `latest`: it was out of its bounds at this time, and perhaps earlier
   */
  readonly accuracy: "exact" | "about" | "latest";
}

/** What the page knows about a sensor with a value that is out of its bounds now. */
export interface KnownPast {
  /** The time of the newest value, in Unix milliseconds; undefined if unknown. */
  readonly newestAt: number | undefined;
  /** Of the sensor, in chronological order. */
  readonly readings: readonly Pick<Reading, "at" | "values">[];
  /** The folded hours of the greenhouse. */
  readonly hours: Hours;
  /** Whether the hours are those of this sensor alone. */
  readonly isAlone: boolean;
  /** The bounds of the last day, which change at sunset and sunrise. */
  readonly bands: readonly Band[];
}

/** After a longer time without readings, nobody knows whether the value was out of its bounds in between. */
const MAX_GAP_MS = HOUR_MS;
/** Values that are this close together are as good as two readings in a row. */
const EXACT_MS = 10 * MINUTE_MS;

/** Returns undefined if the page knows no earlier value than the newest one. */
export function tracedBeginning(
  { kind, measurement, bound }: Pick<OutOfBounds, "kind" | "measurement" | "bound">,
  { newestAt, readings, hours, isAlone, bands }: KnownPast,
): Beginning | undefined {
  if (newestAt === undefined) return undefined;
  const side = kind === "below" ? "min" : "max";
  const boundsAt = (at: number): Pick<Band, "min" | "max"> =>
    bands.find(({ from, to }) => at >= from && at < to) ?? { [side]: bound };
  // Like an alert, a problem lasts until the value is within its bound by a margin.
  const holds = (value: number, at: number): boolean => {
    const bounds = boundsAt(at);
    return bounds[side] !== undefined && stillHolds(kind, measurement, value, bounds);
  };
  let begun = newestAt;
  let oldest = newestAt;
  /** The last value before `begun` that was within its bound, but not by the margin. */
  let withinAt: number | undefined;
  for (const { at, values } of readings.toReversed()) {
    const value = new Map(countedIn(values)).get(measurement);
    if (value === undefined) continue;
    if (oldest - at > MAX_GAP_MS) return latest(begun, newestAt);
    if (!holds(value, at)) return between(withinAt ?? at, begun);
    if (isBeyond({ kind, bound: boundsAt(at)[side] }, value)) {
      begun = at;
      withinAt = undefined;
    } else withinAt ??= at;
    oldest = at;
  }
  let start = startOf("hour", oldest);
  if (!hours.has(start)) start -= HOUR_MS;
  for (; ; start -= HOUR_MS) {
    const hour = hours.get(start);
    if (hour === undefined) return latest(begun, newestAt);
    const middle = start + HOUR_MS / 2;
    const [mildest, worst] = kind === "below" ? [hour.max, hour.min] : [hour.min, hour.max];
    if (!holds(worst, middle)) return between(start + HOUR_MS, begun);
    if (holds(mildest, middle)) begun = start;
    // If there are other sensors, it may be one of them that was within its bounds.
    else if (isAlone) return between(start, Math.min(begun, start + HOUR_MS));
  }
}

function latest(at: number, newestAt: number): Beginning | undefined {
  return at === newestAt ? undefined : { at, accuracy: "latest" };
}

/** @param fine when the value was last within its bounds. @param out when it was first out of them */
function between(fine: number, out: number): Beginning {
  if (out - fine <= EXACT_MS) return { at: out, accuracy: "exact" };
  if (out - fine <= HOUR_MS) return { at: (fine + out) / 2, accuracy: "about" };
  return { at: out, accuracy: "latest" };
}
