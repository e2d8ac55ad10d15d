/**
 * The cause of the demo farm's alert: a vent of Tomatoes is left open, so that one board sends cold air in three turns
 * of eight. With a turn every two minutes, the first cold reading comes half a minute after `Ready`. The jobs check
 * every minute, and after two checks, 1.5 to 3 minutes later, it is an alert: there is time to switch messages on
 * first. The cold is over after six minutes, and the alert after two checks more; it comes back every 16 minutes. Pure.
 */

import type { Measurements } from "../../domain/src/measurements.ts";

/** Not a sensor that `npm start` shows a command for: after that command its board would pause. */
export const VENT_SENSOR = "tomatoes-air-south";
/** °C, in the turns after the first one. */
export const COLD = [2.1, 1.4, 3.2] as const;
/** The rounds from one opening of the vent to the next. */
export const CYCLE = 8;

/** @param round 0 is that of the start, in which each board sends at once */
export function withVent(uid: string, round: number, values: Measurements): Measurements {
  const temperature = COLD[(round % CYCLE) - 1];
  return uid === VENT_SENSOR && temperature !== undefined ? { ...values, temperature } : values;
}
