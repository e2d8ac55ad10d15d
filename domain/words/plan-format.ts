/** Formats values, durations and moments of plans, in a language and the farm's local time. */

import { addDays } from "../outputs/plans/clock.ts";
import type { FarmClock } from "../outputs/plans/clock.ts";
import { EVERY_DAY } from "../outputs/plans/limits.ts";
import type { PlanQuantity } from "../outputs/plans/model.ts";
import { minutesAfterSun, sunEventOf } from "../outputs/plans/planned-times.ts";
import { withUnit } from "../quantities/measurements.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../time.ts";
import { createFormat } from "./format.ts";
import type { PlanWords } from "./plan-words.ts";

export interface PlanFormat {
  /** With enough digits to show on which side of the bound the value is. */
  readonly value: (value: number | undefined, quantity: PlanQuantity, bound?: number) => string;
  /** With the digits that were typed. */
  readonly bound: (value: number | undefined, quantity: PlanQuantity) => string;
  /** Returns for example "1 h 30 min". */
  readonly span: (ms: number) => string;
  /** Rounded to minutes, or to days from two days on. */
  readonly age: (ms: number) => string;
  /** The time of a past moment, with the date if it was not today. */
  readonly past: (atMs: number) => string;
  /** The time of a future moment, with "tomorrow", the day of the week or the date if it is not today. */
  readonly future: (atMs: number) => string;
  /** Returns for example "Monday to Friday". @param days such as "1111100" */
  readonly days: (days: string) => string;
  /** Returns for example "at 06:15 and 18:30". @param times of a plan */
  readonly times: (times: readonly string[]) => string;
}

const DAILY_LIGHT_UNIT = "mol/m²";
/** A Monday. */
const MONDAY = "2026-11-30";
const WEEK = Array.from(EVERY_DAY, (_, day) => day);

export function createPlanFormat(words: PlanWords, clock: FarmClock, nowMs: number): PlanFormat {
  const { locale } = words;
  const { value, bound, duration } = createFormat(locale, "UTC", nowMs);
  const light = (amount: number | undefined): string => {
    const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
    return amount === undefined ? "–" : withUnit(number.format(amount), DAILY_LIGHT_UNIT);
  };
  const list = (items: readonly string[]): string =>
    new Intl.ListFormat(locale, { type: "conjunction" }).format(items);
  const dateText = (date: string, options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" }).format(Date.parse(date));
  const weekday = (date: string): string => dateText(date, { weekday: "long" });
  const moment = (atMs: number, nameOf: (date: string) => string): string => {
    const time = withColon(clock.time(atMs));
    const date = clock.date(atMs);
    return date === clock.date(nowMs) ? time : `${nameOf(date)} ${time}`;
  };
  const dayAndMonth = (date: string): string => dateText(date, { day: "numeric", month: "short" });
  return {
    value: (amount, quantity, limit) =>
      quantity === "dli" ? light(amount) : value(amount, quantity, limit),
    bound: (amount, quantity) => (quantity === "dli" ? light(amount) : bound(amount, quantity)),
    span,
    age: duration,
    past: (atMs) => moment(atMs, dayAndMonth),
    future: (atMs) =>
      moment(atMs, (date) => {
        const daysAhead = (Date.parse(date) - Date.parse(clock.date(nowMs))) / DAY_MS;
        if (daysAhead === 1) return words.tomorrow;
        return daysAhead > 0 && daysAhead < WEEK.length ? weekday(date) : dayAndMonth(date);
      }),
    days: (days) => {
      const chosen = WEEK.filter((day) => days[day] === "1");
      const name = (day: number): string => weekday(addDays(MONDAY, day));
      const [first, last] = [chosen[0], chosen.at(-1)];
      if (first === undefined || last === undefined) return words.noDay;
      if (chosen.length === WEEK.length) return words.everyDay;
      const isRange = chosen.length > 2 && last - first === chosen.length - 1;
      return isRange ? words.dayRange(name(first), name(last)) : words.days(list(chosen.map(name)));
    },
    times: (times) => {
      const local = times.filter((time) => sunEventOf(time) === undefined).map(withColon);
      const sun = times.flatMap((time) => {
        const event = sunEventOf(time);
        const minutes = minutesAfterSun(time);
        const text = minutes === 0 ? "" : span(Math.abs(minutes) * MINUTE_MS);
        return event === undefined ? [] : [words.sunTime(event, text, minutes < 0)];
      });
      return list([...(local.length > 0 ? [words.atTimes(list(local))] : []), ...sun]);
    },
  };
}

/** Returns for example "06:15". @param time such as "0615" */
export function withColon(time: string): string {
  return `${time.slice(0, 2)}:${time.slice(2)}`;
}

function span(ms: number): string {
  const parts = [
    [Math.floor(ms / HOUR_MS), "h"],
    [Math.floor(ms / MINUTE_MS) % 60, "min"],
    [Math.floor(ms / SECOND_MS) % 60, "s"],
  ] as const;
  const texts = parts.flatMap(([count, unit]) =>
    count > 0 ? [withUnit(String(count), unit)] : [],
  );
  return texts.length === 0 ? withUnit("0", "s") : texts.join(" ");
}
