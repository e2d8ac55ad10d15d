/** Local times, computed by the platform alone. Auditors compare the product's calendar with it. */

import { MINUTE_MS } from "@greenhouse/domain/time";

const formats = new Map<string, Intl.DateTimeFormat>();
/** Longer than any clock change. */
const AROUND_MINUTES = 180;

/** Returns for example "2026-03-29T0130". */
export function wallOf(timeZone: string, atMs: number): string {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  formats.set(timeZone, format);
  return format.format(atMs).replace(" ", "T").replace(":", "");
}

/** Whether the clock of the zone reaches this local time in this minute for the first time, or skips it then. */
export function isFirstMinuteOf(local: string, timeZone: string, atMs: number): boolean {
  if (atMs % MINUTE_MS !== 0 || wallOf(timeZone, atMs) < local) return false;
  for (let minute = 1; minute <= AROUND_MINUTES; minute += 1)
    if (wallOf(timeZone, atMs - minute * MINUTE_MS) >= local) return false;
  return true;
}

/** Whether the plan acts on the day. @param days such as "1111100", Monday first @param local begins with the date */
export function actsOn(days: string, local: string): boolean {
  const weekday = new Date(`${local.slice(0, 10)}T12:00Z`).getUTCDay();
  return days.charAt((weekday + 6) % 7) === "1";
}
