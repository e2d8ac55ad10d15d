/**
 * What the demo farm is alerted of: a vent of Tomatoes is left open, so that one board sends cold air for three turns of
 * eight. With a turn each two minutes, the first cold reading comes half a minute after `Ready`. Two looks of the jobs, one
 * each minute, make it an alert after 1.5 to 3 minutes: there is time to ask for messages first. It is over six minutes
 * later, which takes two looks again, and comes back every 16 minutes. Pure.
 */

import type { Measurements } from "../../domain/src/measurements.ts";

/** Not a sensor whose reading `npm start` shows how to send: its board would wait. */
export const VENT_SENSOR = "tomatoes-air-south";
/** °C, in the first turns after that of the start. */
export const COLD = [2.1, 1.4, 3.2] as const;
/** Rounds until the vent is open again. */
export const CYCLE = 8;

/** @param round 0 is that of the start, in which each board sends at once */
export function withVent(uid: string, round: number, values: Measurements): Measurements {
  const temperature = COLD[(round % CYCLE) - 1];
  return uid === VENT_SENSOR && temperature !== undefined ? { ...values, temperature } : values;
}
