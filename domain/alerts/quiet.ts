/** Quiet hours, in which a person is notified of nothing but frost and heat. Pure. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from "../time.ts";
import { zonedClockOf } from "../zoned-time.ts";
import type { NotifiedTransition } from "./outbox.ts";

/** `users/<authUid>/alerts/quiet`, in minutes of the day at the farm. If `until` is the smaller one, it is the next day. */
export interface QuietHours {
  readonly from: number;
  readonly until: number;
}

export const MINUTES_OF_DAY = DAY_MS / MINUTE_MS;
const HOUR_MINUTES = HOUR_MS / MINUTE_MS;

/** Whether an alert can wait for the end of quiet hours. A value beyond a threshold never can. */
export function canWait({ kind }: Pick<NotifiedTransition, "kind">): boolean {
  return kind !== "above" && kind !== "below";
}

/**
 * Returns the end of the quiet hours in Unix milliseconds; undefined outside of them.
 * @param timeZone an IANA name; UTC is used if it is unknown
 * @param now Unix milliseconds
 */
export function quietUntil(
  { from, until }: QuietHours,
  timeZone: string,
  now: number,
): number | undefined {
  const clock = zonedClockOf(timeZone);
  const [date = "", time = ""] = clock.wall(now).split("T");
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  const minute = hours * HOUR_MINUTES + minutes;
  const length = minutesBetween(from, until);
  if (minutesBetween(from, minute) >= length) return undefined;
  // The local time of the end, as if it were UTC. A clock that is set forward or back changes how long it takes.
  const left = minutesBetween(minute, until);
  const end = Date.parse(`${date}T${time}Z`) + left * MINUTE_MS;
  return clock.parseWall(new Date(end).toISOString().slice(0, 16), now + left * MINUTE_MS);
}

/** Returns how many minutes after `from` the clock next shows `until`. */
function minutesBetween(from: number, until: number): number {
  return (until - from + MINUTES_OF_DAY) % MINUTES_OF_DAY;
}
