/**
 * Says to which time a value belongs. Ages, "now" and the newest value of a line all come from here, so that no view
 * shows a value with the time of another.
 */

import { entriesOf } from "@greenhouse/domain/stored";
import { MEASUREMENTS } from "@greenhouse/domain/quantities/measurements";
import type { Quantity } from "@greenhouse/domain/quantities/measurements";
import type { Measured } from "@greenhouse/domain/alerts/condition";
import { MINUTE_MS } from "@greenhouse/domain/time";
import type { SensorState } from "./latest";
import type { Reading } from "./reading";

/** Whether a value counts as the value of now. Its clock time, to the minute, would say nothing more. */
export function isNow(at: number, now: number): boolean {
  return now - at < MINUTE_MS;
}

/** Returns the time of a sensor's newest value; for a computed quantity, the older time of its inputs. */
export function timeOf(
  quantity: Quantity,
  { values }: Pick<SensorState, "values">,
): number | undefined {
  const measured = (values as Partial<Record<Quantity, Measured>>)[quantity];
  if (measured !== undefined) return measured.at;
  const [a, b] = [values.temperature?.at, values.humidity?.at];
  return a === undefined || b === undefined ? undefined : Math.min(a, b);
}

/**
 * The functions replace the newest values only by readings up to this age. `lastSeen` has the time of their arrival, so
 * that a reading of a batch may be this much older.
 */
const MAX_DELAY_MS = 5 * MINUTE_MS;

/**
 * Returns the state with the times at which its values were measured, as far as the history is known. Without it, the
 * times of arrival stay.
 * @param readings of this sensor, in chronological order
 */
export function withOwnTimes(state: SensorState, readings: readonly Reading[]): SensorState {
  const values: Partial<Record<string, Measured>> = { ...state.values };
  for (const measurement of MEASUREMENTS) {
    const stored = state.values[measurement];
    if (stored?.at === undefined) continue;
    const arrivedAt = stored.at;
    const own = readings.findLast(
      (reading) => reading.at <= arrivedAt && reading.values[measurement] !== undefined,
    );
    if (own === undefined || arrivedAt - own.at > MAX_DELAY_MS) continue;
    if (own.values[measurement] === stored.value) values[measurement] = { ...stored, at: own.at };
  }
  const timesOf = (all: object): readonly number[] =>
    entriesOf(all).flatMap(([, value]) => (value as Measured).at ?? []);
  // A later sign of life has no value.
  const isOfValue = timesOf(state.values).includes(state.at ?? NaN);
  return { ...state, values, at: isOfValue ? Math.max(...timesOf(values)) : state.at };
}
