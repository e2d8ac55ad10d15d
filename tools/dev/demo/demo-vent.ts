/**
 * Causes the demo farm's alert: a vent of the greenhouse Tomatoes is open, so one board sends cold
 * air in three of every eight turns. With a turn every two minutes, the first cold reading is sent
 * half a minute after `Ready`. The jobs check every minute and raise the alert after two checks,
 * 1.5 to 3 minutes later. This leaves time to switch messages on. The cold air lasts six minutes,
 * and the alert ends two checks later; it recurs every 16 minutes. Pure.
 */

import type { Measurements } from "@greenhouse/domain/quantities/measurements";

/** Must not be the sensor in the commands that `npm start` prints: after such a command, its board pauses. */
export const VENT_SENSOR = "tomatoes-air-south";
/** °C, in the turns after the first one. */
export const COLD = [2.1, 1.4, 3.2] as const;
/** The number of rounds from one opening of the vent to the next. */
export const CYCLE = 8;

/** @param round 0 is the first one, in which each board sends at once */
export function withVent(uid: string, round: number, values: Measurements): Measurements {
  const temperature = COLD[(round % CYCLE) - 1];
  return uid === VENT_SENSOR && temperature !== undefined ? { ...values, temperature } : values;
}
