/**
 * The interval that owners ask a board for: `registeredSensors/<uid>/intervalSeconds`, or without it
 * `greenhouses/<greenhouseId>/intervalSeconds`. The answer to a request that names the field has it. Pure.
 */

import { asNumber, fieldOf } from "../stored.ts";

/** Seconds between two readings. After an hour at most, a board hears that the interval was changed again. */
export const INTERVAL_SECONDS = { min: 10, max: 3_600 } as const;

/** @param stored the value of `intervalSeconds`; undefined if it is invalid */
export function parseInterval(stored: unknown): number | undefined {
  const seconds = asNumber(stored) ?? NaN;
  const { min, max } = INTERVAL_SECONDS;
  return Number.isInteger(seconds) && seconds >= min && seconds <= max ? seconds : undefined;
}

/** @param record a registration or a greenhouse */
export function intervalIn(record: unknown): number | undefined {
  return parseInterval(fieldOf(record, "intervalSeconds"));
}
