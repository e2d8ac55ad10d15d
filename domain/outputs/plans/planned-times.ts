/** When a plan of the kind "times" is due, and whether a plan of the kind "hold" may act now. */

import { MINUTE_MS } from "../../time.ts";
import { addDays, weekdayOf } from "./clock.ts";
import type { FarmClock } from "./clock.ts";
import type { HoldPlan, TimesPlan } from "./model.ts";

/** A run that a plan asks for. */
export interface PlannedTime {
  /** The local date and the plan's time, such as "20261129T0615". It stays the same if the farm's place changes. */
  readonly id: string;
  /** In Unix milliseconds. For a day without sunrise, noon of that day. */
  readonly at: number;
  /** Present if the time does not exist on that day. */
  readonly missing?: "noSun" | "noPlace";
}

export type SunEvent = "sunrise" | "sunset";

/** Returns the event that a time, or the id of a run, is relative to; undefined for a local time. */
export function sunEventOf(timeOrId: string): SunEvent | undefined {
  return SUN_EVENTS.find((event) => timeOrId.includes(event));
}

const SUN_EVENTS: readonly SunEvent[] = ["sunrise", "sunset"];

/** Returns the minutes after the event, negative before it. @param time such as "sunrise+30" */
export function minutesAfterSun(time: string): number {
  return Number(/[+-]\d+$/.exec(time)?.[0] ?? 0);
}

/** Returns the planned times after `fromMs` up to `untilMs`, the earliest first. */
export function plannedTimes(
  { times, days }: Pick<TimesPlan, "times" | "days">,
  clock: FarmClock,
  fromMs: number,
  untilMs: number,
): readonly PlannedTime[] {
  const planned: PlannedTime[] = [];
  // A time relative to the sun may fall on the day before or after.
  const last = addDays(clock.date(untilMs), 1);
  for (let date = addDays(clock.date(fromMs), -1); date <= last; date = addDays(date, 1)) {
    if (!isOnDay(days, date)) continue;
    planned.push(...times.map((time) => plannedOn(date, time, clock)));
  }
  return planned.filter(({ at }) => at > fromMs && at <= untilMs).sort((a, b) => a.at - b.at);
}

/** Returns the plan's time in the id of a run. @param id such as "20261129T0615" */
export function timeOfRun(id: string): string {
  return id.slice(id.indexOf("T") + 1);
}

function plannedOn(date: string, time: string, clock: FarmClock): PlannedTime {
  const id = `${date.replaceAll("-", "")}T${time}`;
  const event = sunEventOf(time);
  if (event === undefined) return { id, at: clock.momentOf(date, time) };
  const sun = clock.sunOn(date, event);
  if (typeof sun === "string") return { id, at: clock.momentOf(date, "1200"), missing: sun };
  return { id, at: sun + minutesAfterSun(time) * MINUTE_MS };
}

/** @param days such as "1111100" @param date such as "2026-11-29" */
function isOnDay(days: string, date: string): boolean {
  return days[weekdayOf(date)] === "1";
}

/**
 * Whether the plan may switch on at this time. A window that contains midnight belongs to the day on which it begins.
 */
export function isInWindow(
  { between, days }: Pick<HoldPlan, "between" | "days">,
  clock: FarmClock,
  nowMs: number,
): boolean {
  const [date, time] = [clock.date(nowMs), clock.time(nowMs)];
  if (between === undefined || between.from === between.until) return isOnDay(days, date);
  const { from, until } = between;
  if (from < until) return time >= from && time < until && isOnDay(days, date);
  if (time >= from) return isOnDay(days, date);
  return time < until && isOnDay(days, addDays(date, -1));
}

/** How far ahead a start is searched: the plan may act on one day of the week only. */
const SEARCHED_DAYS = 8;

/** Returns when the plan's window next opens, in Unix milliseconds; undefined if the plan acts on no day. */
export function nextWindowStart(
  { between, days }: Pick<HoldPlan, "between" | "days">,
  clock: FarmClock,
  nowMs: number,
): number | undefined {
  const isWholeDay = between === undefined || between.from === between.until;
  const today = clock.date(nowMs);
  for (let day = 0; day <= SEARCHED_DAYS; day += 1) {
    const date = addDays(today, day);
    const at = clock.momentOf(date, isWholeDay ? "0000" : between.from);
    if (at > nowMs && isOnDay(days, date)) return at;
  }
  return undefined;
}
