/** The local clock of a farm, with its sun. */

import { HOUR_MS, MINUTE_MS, DAY_MS } from "../../time.ts";
import { sunTimes } from "../../sun.ts";
import type { Place } from "../../sun.ts";
import { zonedClockOf } from "../../zoned-time.ts";

export interface FarmClock {
  /** Returns the local date, such as "2026-11-29". */
  readonly date: (atMs: number) => string;
  /** Returns the local time, such as "0615". */
  readonly time: (atMs: number) => string;
  /**
   * Returns the moment of a local time, in Unix milliseconds. A time that a clock change skips is the next valid minute. If
   * a time occurs twice, the first counts.
   */
  readonly momentOf: (date: string, time: string) => number;
  /**
   * Returns the minute of sunrise or sunset; `noSun` on a day without it, `noPlace` if the farm has no place.
   */
  readonly sunOn: (date: string, event: "sunrise" | "sunset") => number | "noSun" | "noPlace";
}

/** Creates a clock for one check of a farm. It remembers what it computed. Without a place, or with an unknown time zone, it shows UTC. */
export function createFarmClock(place: Place | undefined): FarmClock {
  const { wall, parseWall } = zonedClockOf(place?.timeZone ?? "UTC");
  const momentOf = remembering((date, time: string): number => {
    const text = `${date}T${time.slice(0, 2)}:${time.slice(2)}`;
    const first = parseWall(text, 0);
    return Number.isNaN(first) || wall(first) === text ? first : nextValidMinute(text, first, wall);
  });
  return {
    date: (at) => wall(at).slice(0, 10),
    time: (at) => wall(at).slice(11).replace(":", ""),
    momentOf,
    sunOn: remembering((date, event) => {
      if (place === undefined) return "noPlace";
      const at = sunTimes(momentOf(date, "1200"), place)[event];
      return at === undefined ? "noSun" : Math.round(at / MINUTE_MS) * MINUTE_MS;
    }),
  };
}

/** Plans of a farm ask for the same days again and again. */
function remembering<Key extends string, T>(
  compute: (date: string, key: Key) => T,
): (date: string, key: Key) => T {
  const found = new Map<string, T>();
  return (date, key) => {
    const name = `${date} ${key}`;
    const before = found.get(name);
    if (before !== undefined) return before;
    const result = compute(date, key);
    found.set(name, result);
    return result;
  };
}

/** Longer than any clock change. Some zones have left out a whole day. */
const AROUND_MS = 36 * HOUR_MS;

/** Returns the first minute whose local time is not before a skipped local time. */
function nextValidMinute(text: string, nearMs: number, wall: (at: number) => string): number {
  const middle = Math.floor(nearMs / MINUTE_MS);
  let [before, after] = [middle - AROUND_MS / MINUTE_MS, middle + AROUND_MS / MINUTE_MS];
  while (after - before > 1) {
    const minute = Math.floor((before + after) / 2);
    if (wall(minute * MINUTE_MS) < text) before = minute;
    else after = minute;
  }
  return after * MINUTE_MS;
}

/** Returns the date that is so many days later. @param date such as "2026-11-29" */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the day of the week: 0 is Monday. @param date such as "2026-11-29" */
export function weekdayOf(date: string): number {
  return (new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7;
}
