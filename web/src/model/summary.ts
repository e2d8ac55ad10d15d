/** What the sensors of a greenhouse say together: one figure for each measurement, and the newest reading as it came. */

import type { SensorState } from "./latest";
import { CHARTED } from "./measurement";
import type { Charted } from "./measurement";

export interface Figure {
  /** The median of the live sensors, else of the late ones, which none of them moves alone; else the newest value. */
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** The sensors behind it. */
  readonly uids: readonly string[];
  /** Whether a live sensor is among them. */
  readonly isLive: boolean;
}

/** Undefined where no sensor ever measured this. */
export function figureOf(states: readonly SensorState[], measurement: Charted): Figure | undefined {
  const all = states.flatMap(({ uid, freshness, values }) => {
    const latest = values[measurement];
    return latest === undefined ? [] : [{ uid, freshness, ...latest }];
  });
  // Until the day was read nobody is known to be silent.
  const live = all.filter(({ freshness }) => freshness === "fresh" || freshness === "pending");
  const late = all.filter(({ freshness }) => freshness === "old");
  const newest = all.toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0)).slice(0, 1);
  const chosen = [live, late, newest].find((some) => some.length > 0) ?? [];
  const values = chosen.map(({ value }) => value).sort((a, b) => a - b);
  const [low, high, value] = [values[0], values.at(-1), medianOf(values)];
  if (low === undefined || high === undefined || value === undefined) return undefined;
  return { value, low, high, uids: chosen.map(({ uid }) => uid), isLive: live.length > 0 };
}

/** @param sorted in ascending order */
function medianOf(sorted: readonly number[]): number | undefined {
  const middle = sorted.length >>> 1;
  const [above, below] = [sorted[middle], sorted[middle - 1]];
  if (sorted.length % 2 === 1 || above === undefined || below === undefined) return above;
  return (above + below) / 2;
}

export interface NewestReading {
  readonly state: SensorState;
  /** Unix milliseconds. */
  readonly at: number;
  /** What came with it, in the order in which people look at it; nothing in a mere sign of life. */
  readonly values: readonly (readonly [Charted, number])[];
}

/** The newest of all readings, with whose it is. Undefined where no reading's time is known. */
export function newestReading(
  states: readonly SensorState[],
  measurements: readonly Charted[] = CHARTED,
): NewestReading | undefined {
  let found: NewestReading | undefined;
  for (const state of states) {
    const latest = measurements.flatMap((measurement) => {
      const one = state.values[measurement];
      return one?.at === undefined ? [] : [{ measurement, value: one.value, at: one.at }];
    });
    const at = Math.max(...latest.map((one) => one.at));
    if (latest.length === 0 || at <= (found?.at ?? -Infinity)) continue;
    const values = latest
      .filter((one) => one.at === at)
      .map(({ measurement, value }) => [measurement, value] as const);
    found = { state, at, values };
  }
  return found;
}
