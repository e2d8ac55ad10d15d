/**
 * The interval that owners ask a board for: `registeredSensors/<uid>/intervalSeconds`, or without it
 * `greenhouses/<greenhouseId>/intervalSeconds`. The answer to a request that names the field has it. Pure.
 */

import { asNumber, fieldOf } from "../stored.ts";
import { SECOND_MS } from "../time.ts";

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

/** An interval that a board is asked for, and whether it is the sensor's own or its greenhouse's. */
export interface AskedInterval {
  readonly seconds: number;
  readonly isOwn: boolean;
}

/**
 * Returns the interval that a board is asked for; undefined if its owners ask for none.
 * @param own of the sensor @param ofGreenhouse of its greenhouse
 */
export function askedInterval(
  own: number | undefined,
  ofGreenhouse: number | undefined,
): AskedInterval | undefined {
  const seconds = own ?? ofGreenhouse;
  return seconds === undefined ? undefined : { seconds, isOwn: own !== undefined };
}

/**
 * Whether a single lost reading may make the board count as silent: the interval is longer than half the limit.
 * @param silentAfterMs the farm's setting; 0: never silent
 */
export function isNearlySilent(seconds: number, silentAfterMs: number): boolean {
  return silentAfterMs > 0 && seconds * SECOND_MS > silentAfterMs / 2;
}
