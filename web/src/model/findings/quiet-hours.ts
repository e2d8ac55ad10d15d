/** Times of the day, as minutes since midnight. */

import type { QuietHours } from "@greenhouse/domain/alerts/quiet";
import { MINUTE_MS } from "@greenhouse/domain/time";

/** From the evening to the morning. */
export const USUAL_QUIET_HOURS: QuietHours = { from: 22 * 60, until: 6 * 60 };

/** Returns the value of a time input: "06:00". */
export function timeInputOf(minutes: number): string {
  return new Date(minutes * MINUTE_MS).toISOString().slice(11, 16);
}

/** @param text the value of a time input @returns undefined if no time is entered */
export function parseTimeInput(text: string): number | undefined {
  const [hours, minutes] = text.split(":").map(Number);
  return hours === undefined || minutes === undefined ? undefined : hours * 60 + minutes;
}

/** Returns the time as people read it: "22:00" or "10:00 PM". */
export function timeOfDayText(minutes: number, locale: string): string {
  const format = { hour: "2-digit", minute: "2-digit", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(locale, format).format(minutes * MINUTE_MS);
}
